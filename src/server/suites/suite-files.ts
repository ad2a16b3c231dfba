import { posixRelative } from '#platform';
import { findSuiteFiles } from '#run';
import { listRuns } from '#store';
import { allowFile } from '../traces/allowed-file.ts';

/** Only files that a suite may be written to: what the records of runs name may come from anywhere. */
const SUITE_FILE = /\.(?:ya?ml|json)$/;

/**
 * The suites of a project by their path in it: files that are called like one, and those that the kept runs were made
 * with. The latter must be regular files below the root, without a link in their path.
 */
export async function listSuiteFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const named = await findSuiteFiles(root);
  const files = new Map(named.map((path) => [posixRelative(root, path), path]));
  for (const { record } of await listRuns(root))
    for (const { file } of record?.suites ?? []) {
      if (files.has(file) || !SUITE_FILE.test(file)) continue;
      const allowed = allowFile(root, file);
      if (allowed.ok) files.set(file, allowed.path);
    }
  return files;
}
