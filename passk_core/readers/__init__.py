"""Readers: what evaluation tools write -> the counts of each run.

========================  =====================================================================
read_results              files -> Reading: runs, what was noticed, what was refused and why
ReadChoices               what the files cannot say: missing tasks, unscored attempts, and so on
Reading                   the outcome of read_results
Notice                    a sentence about what was recognised, merged, left out or assumed
counts_csv                the counts as CSV that reads back to the same result
========================  =====================================================================

The way of a file: ``unpack`` -> ``documents`` (decoded as far as detection needs) -> ``formats``
(the first that recognises it counts it into tallies) -> ``join`` (tallies of files into runs).
"""

from passk_core.readers.counts_table import counts_csv
from passk_core.readers.read import read_results
from passk_core.readers.reading import Notice, ReadChoices, Reading

__all__ = ["Notice", "ReadChoices", "Reading", "counts_csv", "read_results"]
