"""Can reported pass@k and pass^k be true?"""

from passk_core.claims.bounds import range_from_total, totals, true_range, true_range_from_two
from passk_core.claims.check import check_claims
from passk_core.claims.reasons import Number, Reason
from passk_core.claims.result import ClaimsCheck, ImpliedRange
from passk_core.claims.text import Claim, ParsedClaims, parse_claims

__all__ = [
    "Claim",
    "ClaimsCheck",
    "ImpliedRange",
    "Number",
    "ParsedClaims",
    "Reason",
    "check_claims",
    "parse_claims",
    "range_from_total",
    "totals",
    "true_range",
    "true_range_from_two",
]
