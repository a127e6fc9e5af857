"""pass@k and pass^k: estimates, intervals and refusals, without any page.

========================  =====================================================================
pass_at_k                 unbiased pass@k of c correct among n samples; numbers or arrays
pass_hat_k                unbiased pass^k, likewise
pass_at_k_curve           pass@k for every k = 1..k_max
pass_hat_k_curve          pass^k for every k = 1..k_max
at_least_m_of_k           at least m correct among k drawn; between pass@k and pass^k
g_pass_at_k               G-Pass@k: at least a share tau of k
mg_pass_at_k              mG-Pass@k: the same, averaged over the shares above one half
tau_to_m                  how many of k the share tau asks for
pass_at_k_from_rate       pass@k of a success rate p, with correlation rho between attempts
pass_hat_k_from_rate      pass^k of a success rate p, likewise
Counts                    tasks with their n and c: the input of everything about a benchmark
Estimate                  a value with its interval
interval_one_problem      pass@k or pass^k of one problem, with its interval
mean_pass_at_k            mean pass@k over the tasks of a benchmark, with its interval and errors
mean_pass_hat_k           mean pass^k, likewise
mean_curve                the mean and its interval for every k, for a chart
supporting                the tasks that have k samples, and the names of the others
between_task_variance     how much the tasks' true values differ
compare_runs              run B against run A on the same tasks
most_changed              the tasks that changed most from A to B
band_beyond               where pass@k can lie for k beyond the samples
fit_beta_binomial         one model of the tasks' success rates, for predictions beyond the samples
check_claims              can reported pass@k and pass^k come from one table of counts
parse_claims              reported values from pasted text or an address
Claim                     one reported value, as printed
InputError                the one refusal, a ValueError that says what was found and is allowed
========================  =====================================================================

Arguments come in the order n, c, k: samples, correct samples, samples drawn. Everything is a
fraction from 0 to 1.
"""

from passk_core.at_least import at_least_m_of_k, g_pass_at_k, mg_pass_at_k, tau_to_m
from passk_core.beyond import band_beyond, fit_beta_binomial
from passk_core.claims import Claim, check_claims, parse_claims
from passk_core.compare import compare_runs, most_changed
from passk_core.counts import Counts
from passk_core.errors import InputError
from passk_core.estimators import pass_at_k, pass_at_k_curve, pass_hat_k, pass_hat_k_curve
from passk_core.intervals import Estimate, interval_one_problem
from passk_core.means import between_task_variance, mean_curve, mean_pass_at_k, mean_pass_hat_k, supporting
from passk_core.rates import pass_at_k_from_rate, pass_hat_k_from_rate

__all__ = [
    "Claim",
    "Counts",
    "Estimate",
    "InputError",
    "at_least_m_of_k",
    "band_beyond",
    "between_task_variance",
    "check_claims",
    "compare_runs",
    "fit_beta_binomial",
    "g_pass_at_k",
    "interval_one_problem",
    "mean_curve",
    "mean_pass_at_k",
    "mean_pass_hat_k",
    "mg_pass_at_k",
    "most_changed",
    "parse_claims",
    "pass_at_k",
    "pass_at_k_curve",
    "pass_at_k_from_rate",
    "pass_hat_k",
    "pass_hat_k_curve",
    "pass_hat_k_from_rate",
    "supporting",
    "tau_to_m",
]
