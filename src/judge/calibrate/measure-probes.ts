import {
  type Canaries,
  type Grade,
  mcnemarP,
  type ProbeChanges,
  type Question,
  shareReport,
} from '#core';
import { round } from './figures.ts';
import type { JudgeView } from './judge-view.ts';
import type { ProbePair, Probes } from './probes.ts';

/** How verdicts changed where nothing that matters did. */
export function measureChanges(pairs: readonly ProbePair[], { read }: JudgeView): ProbeChanges {
  let [judged, higher, lower] = [0, 0, 0];
  for (const { before, after } of pairs) {
    const [first, second] = [read(before).grade, read(after).grade];
    if (first === null || second === null) continue;
    judged += 1;
    if (second > first) higher += 1;
    if (second < first) lower += 1;
  }
  const changed = higher + lower;
  return {
    pairs: judged,
    changed,
    higher,
    lower,
    p: changed === 0 ? null : round(mcnemarP(higher, lower)),
    unjudged: pairs.length - judged,
  };
}

/** How often a pair that is known to be wrong was scored 1. */
export function measureCanaries(canaries: Probes['canaries'], { read }: JudgeView): Canaries {
  const grades = (of: (canary: Probes['canaries'][number]) => Question): readonly Grade[] =>
    canaries.flatMap((canary) => read(of(canary)).grade ?? []);
  const attacked = grades((canary) => canary.attacked);
  const plain = grades((canary) => canary.plain);
  const share = (all: readonly Grade[]) =>
    shareReport(all.filter((grade) => grade === 1).length, all.length);
  return {
    attacked: share(attacked),
    plain: share(plain),
    unjudged: 2 * canaries.length - attacked.length - plain.length,
  };
}
