import { mergeReports } from '#run';
import { readReport } from '#store';
import { deliver, parseOutputs } from '../output/deliver.ts';

/** Puts the reports of shards together; answers the exit code. */
export async function mergeShards(
  paths: readonly string[],
  reporters: readonly string[],
): Promise<number> {
  const outputs = parseOutputs(reporters.length === 0 ? ['json'] : reporters);
  const reports = [];
  for (const path of paths) reports.push(await readReport(path));
  const merged = mergeReports(reports);
  return deliver(merged, outputs);
}
