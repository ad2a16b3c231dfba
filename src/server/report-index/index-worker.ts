// The script of a thread that makes the index of one report, hands it over and then writes it.
import { parentPort, workerData } from 'node:worker_threads';
import { buildIndex } from './build-index.ts';
import { saveIndexFile } from './index-file.ts';

/** What a thread is started with. */
export interface IndexJob {
  readonly report: string;
  /** Where the index is written; null where it must not be. */
  readonly target: string | null;
  readonly version: string;
}

const { report, target, version } = workerData as IndexJob;
const built = buildIndex(report);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(built);
if (built !== null && target !== null) await saveIndexFile(target, version, built);
