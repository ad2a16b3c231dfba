import type { EvalReport, RunEvidence, TestReport } from '../report/report.ts';
import type { Change, ChangedRun } from './comparison.ts';

type Measured = TestReport | EvalReport;
type Both = readonly [before: Measured, after: Measured];

/** The changes with what was asked, and what the runs before and after called, where both reports have evidence. */
export function quoteChanges(changes: readonly Change[], both: readonly Both[]): readonly Change[] {
  if (changes.length === 0) return changes;
  const ids = new Set(changes.map(({ id }) => id));
  const sides = [0, 1].map((side) =>
    collect(
      both.map((pair) => pair[side] as Measured),
      ids,
    ),
  );
  return changes.map((change) => {
    const [before, after] = sides.map((side) => side(change));
    if (before === undefined || after === undefined) return change;
    // Whether texts are kept is for the later report to say.
    const { question } = after;
    return {
      ...change,
      evidence: {
        ...(question === undefined ? {} : { question }),
        before: runOf(before),
        after: runOf(after),
      },
    };
  });
}

function runOf({ where, calls }: RunEvidence): ChangedRun {
  return { where, ...(calls === undefined ? {} : { called: calls.map(({ tool }) => tool) }) };
}

/** The evidence of a changed case, or of the first run of a changed test: one that fails where the test got worse. */
function collect(
  all: readonly Measured[],
  ids: ReadonlySet<string>,
): (change: Change) => RunEvidence | undefined {
  const cases = new Map<string, RunEvidence>();
  const tests = new Map<string, TestReport>();
  for (const measured of all) {
    if (!('cases' in measured)) {
      if (ids.has(measured.name)) tests.set(measured.name, measured);
      continue;
    }
    for (const { id, evidence } of measured.cases)
      if (evidence !== undefined && ids.has(id)) cases.set(id, evidence);
  }
  return ({ id }) => {
    const runs = tests.get(id)?.listedRuns ?? [];
    const run = runs.find(({ verdict }) => verdict === 'fail') ?? runs[0];
    return run?.evidence ?? cases.get(id);
  };
}
