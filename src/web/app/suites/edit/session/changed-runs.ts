import {
  type EvalReplay,
  type EvalReport,
  formatTool,
  TestReplay,
  type Trace,
  type Verdict,
} from '#core';
import type { ItemResult } from './suite-scorer.ts';

/** Runs or a case whose verdict an edit changed. */
export interface ChangedRuns {
  /** The id of a case, or the number of the first run. */
  readonly id: string;
  /** How many runs with these calls there are; 1 of a case. */
  readonly count: number;
  readonly before: Verdict;
  readonly after: Verdict;
  readonly calls: readonly string[];
  /** What the user asked, where the row has it. */
  readonly question: string | null;
}

/** The runs and cases whose verdicts differ between two results of an item. */
export function findChangedRuns(
  before: ItemResult,
  after: ItemResult,
  replay: TestReplay | EvalReplay | undefined,
): readonly ChangedRuns[] {
  const [old, now] = [before.outcome, after.outcome];
  if (old.state !== 'scored' || now.state !== 'scored' || replay === undefined) return [];
  return replay instanceof TestReplay
    ? changedSequences(replay, old.verdicts, now.verdicts)
    : changedCases(replay, old.report as EvalReport, now.report as EvalReport);
}

function changedSequences(
  replay: TestReplay,
  before: readonly Verdict[],
  after: readonly Verdict[],
): readonly ChangedRuns[] {
  const places = new Map<number, { first: number; count: number }>();
  for (const [place, { form }] of replay.runs.entries()) {
    const known = places.get(form);
    if (known === undefined) places.set(form, { first: place, count: 1 });
    else known.count++;
  }
  return replay.traces.flatMap((trace, form) => {
    const [old, now] = [before[form], after[form]];
    const runs = places.get(form);
    if (old === undefined || now === undefined || old === now || runs === undefined) return [];
    const id = String(runs.first + 1);
    return [
      { id, count: runs.count, before: old, after: now, calls: callsOf([trace]), question: null },
    ];
  });
}

function changedCases(
  replay: EvalReplay,
  before: EvalReport,
  after: EvalReport,
): readonly ChangedRuns[] {
  return after.cases.flatMap(({ id, verdict }, place) => {
    const old = before.cases[place]?.verdict;
    if (old === undefined || old === verdict) return [];
    const input = replay.rowOf(place)?.input;
    return [
      {
        id,
        count: 1,
        before: old,
        after: verdict,
        calls: callsOf(replay.tracesOf(place)),
        question: typeof input === 'string' ? input : null,
      },
    ];
  });
}

function callsOf(traces: readonly Trace[]): readonly string[] {
  return traces.flatMap(({ calls }) => calls.map(formatTool));
}

/** `3 runs pass now, 1 fails now`; null where nothing changed. */
export function describeChanges(
  changed: readonly ChangedRuns[],
  noun: 'run' | 'case',
): string | null {
  const words: readonly (readonly [Verdict, string, string])[] = [
    ['pass', 'passes now', 'pass now'],
    ['fail', 'fails now', 'fail now'],
    ['inconclusive', 'is undecided now', 'are undecided now'],
    ['error', 'is not measured now', 'are not measured now'],
  ];
  const parts = words.flatMap(([verdict, singular, many]) => {
    const count = changed
      .filter(({ after }) => after === verdict)
      .reduce((sum, runs) => sum + runs.count, 0);
    return count === 0
      ? []
      : [`${count} ${noun}${count === 1 ? '' : 's'} ${count === 1 ? singular : many}`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}
