import { createHash } from 'node:crypto';
import { userError } from '#core';
import { readChunks } from '#platform';
import type { KeptRun } from '#schema';
import { parseRunId, reportPath, stateFolder } from './history-paths.ts';
import { listIds, listRuns } from './list-runs.ts';
import { readRun } from './read-run.ts';

/** The run with this number, or the newest of this name. */
export async function findRun(root: string, asked: string): Promise<KeptRun> {
  const id = parseRunId(asked);
  const ids = listIds(root);
  if (id !== null && ids.includes(id)) return readRun(root, id);
  const named =
    id === null ? (await listRuns(root)).find(({ record }) => record?.name === asked) : undefined;
  if (named !== undefined) return readRun(root, named.id);
  throw userError(
    'HISTORY_NO_RUN',
    `no kept run is called ${JSON.stringify(asked)}`,
    ids.length === 0
      ? 'no run is kept here yet: whichtool run keeps one'
      : `there are ${ids.length}, the newest is ${ids[0]}; whichtool runs list shows them`,
    { file: stateFolder(root) },
  );
}

/** What is wrong with the files of a run; null when they are as they were written. */
export async function checkFiles(root: string, run: KeptRun): Promise<string | null> {
  if (run.record === null) return run.reason;
  const hash = createHash('sha256');
  for await (const chunk of readChunks(reportPath(root, run.id))) {
    if (!chunk.ok) return `its report: ${chunk.issue.message}`;
    hash.update(chunk.bytes);
  }
  if (hash.digest('hex') === run.record.report.sha256) return null;
  return 'its report is not the one that was written: it was changed or damaged';
}
