import type { CallReport, CallVerdict, MissReport, RunLabel, ScoreReport } from '#core';

/** What scorers say against one run or case, as far as the report lists it. */
export interface CaseFaults {
  /** What was expected and not met, or a sentence about the run as a whole. */
  readonly missed: readonly MissReport[];
  readonly calls: readonly CallReport[];
  /** What a judge finds not met, and the calls whose arguments it finds wrong. */
  readonly judged: readonly (MissReport | CallReport)[];
}

type Collected = { readonly [K in keyof CaseFaults]: CaseFaults[K][number][] };

/** Every other verdict is a complaint, also one that a later scorer brings. */
export const NO_COMPLAINT: ReadonlySet<string> = new Set<CallVerdict>(['hit', 'repeat', 'ok']);

/** The faults of a run or case of which the report lists none. */
export const NO_FAULTS: CaseFaults = { missed: [], calls: [], judged: [] };

/** A run or a case as the key of a map. */
export function keyOf(label: RunLabel): string {
  return 'case' in label ? `case ${label.case}` : `run ${label.run}`;
}

/** The faults of every listed run or case. Scorers that never gate have none. */
export function collectFaults(scores: readonly ScoreReport[]): (label: RunLabel) => CaseFaults {
  const all = new Map<string, Collected>();
  const faultsOf = (label: RunLabel): Collected => {
    const key = keyOf(label);
    const known = all.get(key) ?? { missed: [], calls: [], judged: [] };
    all.set(key, known);
    return known;
  };
  for (const { misses, calls, judged, purpose } of scores) {
    if (purpose === 'qa') continue;
    if (judged) {
      for (const miss of misses.items) if (miss.unjudged !== true) faultsOf(miss).judged.push(miss);
    } else addMisses(misses.items, faultsOf);
    for (const call of calls)
      if (!NO_COMPLAINT.has(call.verdict)) faultsOf(call)[judged ? 'judged' : 'calls'].push(call);
  }
  return (label) => all.get(keyOf(label)) ?? NO_FAULTS;
}

/** Adds what one scorer missed: a miss that another scorer reported, too, is one miss. */
function addMisses(misses: readonly MissReport[], faultsOf: (label: RunLabel) => Collected): void {
  const counts = new Map<string, number>();
  for (const miss of misses) {
    const key = JSON.stringify([keyOf(miss), miss.expected]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const { missed } = faultsOf(miss);
    const known = missed.filter(({ expected }) => expected === miss.expected).length;
    if (count > known) missed.push(miss);
  }
}
