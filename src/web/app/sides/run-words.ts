import type { ApiDamagedRun, ApiPage, ApiRun } from '#schema';
import { makeVisible } from '#reporters';

/** Kept runs, as many as a choice can show. */
export const RUNS_PATH = 'runs?limit=200';

export type RunsPage = ApiPage<ApiRun | ApiDamagedRun>;

/** The runs that can be opened. */
export function openableRuns({ items }: RunsPage): readonly ApiRun[] {
  return items.flatMap((run) => ('damaged' in run ? [] : [run]));
}

/** A run in a few words: number, name, commit and date. */
export function runWords({ id, name, revision, startedAt, verdict }: ApiRun): string {
  const commit =
    revision === null ? null : `${revision.branch ?? ''}@${revision.commit.slice(0, 7)}`;
  const date = startedAt.slice(0, 16).replace('T', ' ');
  return makeVisible(
    [`#${id}`, name, commit, date, verdict].filter((part) => part !== null).join(' · '),
  );
}
