import type { KeptRun, RunRecord } from '#schema';
import type { Provenance, TrendPoint } from '../html/provenance.ts';

/** Older runs than these are not drawn. */
const MAX_POINTS = 30;

/** What the history knows of a run beside its report: when, of what, and how earlier runs of the same suites ended. */
export function provenanceOf(run: KeptRun, runs: readonly KeptRun[]): Provenance | undefined {
  const { record } = run;
  if (record === null) return undefined;
  const { startedAt, revision, name } = record;
  const trend = runs
    .filter(({ id }) => id <= run.id)
    .flatMap(({ id, record: other }) =>
      other !== null && isAlike(other, record) ? [pointOf(id, other)] : [],
    )
    .slice(0, MAX_POINTS)
    .toReversed();
  return {
    date: startedAt,
    ...(revision === null ? {} : { commit: revision.commit }),
    ...(revision?.branch == null ? {} : { branch: revision.branch }),
    ...(name === null ? {} : { name }),
    ...(trend.length < 2 ? {} : { trend }),
  };
}

/** Runs of the same files, whatever was in them. */
function isAlike(a: RunRecord, b: RunRecord): boolean {
  const files = ({ suites }: RunRecord): string => JSON.stringify(suites.map(({ file }) => file));
  return files(a) === files(b);
}

function pointOf(id: number, { startedAt, revision, verdict, totals }: RunRecord): TrendPoint {
  const { cases, tests, evals } = totals;
  const noun = sum(cases) > 0 ? 'case' : 'test';
  const counts = noun === 'case' ? [cases] : [tests, evals];
  const all = counts.reduce((total, each) => total + sum(each), 0);
  return {
    id,
    date: startedAt,
    commit: revision?.commit ?? null,
    verdict,
    passing: [counts.reduce((total, each) => total + each.pass, 0), all],
    noun,
  };
}

function sum(counts: RunRecord['totals']['cases']): number {
  return counts.pass + counts.fail + counts.error + counts.inconclusive;
}
