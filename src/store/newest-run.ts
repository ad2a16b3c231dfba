import type { KeptRun } from '#schema';
import { listRuns } from './list-runs.ts';

/** The newest whole run of exactly these suites; null where none is kept. */
export async function newestRun(root: string, suites: readonly string[]): Promise<KeptRun | null> {
  const key = suites.toSorted().join('\n');
  const runs = await listRuns(root);
  const isSame = ({ record }: KeptRun): boolean =>
    record !== null &&
    record.shard === undefined &&
    record.suites
      .map(({ file }) => file)
      .toSorted()
      .join('\n') === key;
  return runs.find(isSame) ?? null;
}
