import { join } from 'node:path';
import { readFailure } from '#platform';
import { type KeptRun, parseRunRecord } from '#schema';
import { RECORD_FILE, runsFolder } from './history-paths.ts';
import { readSmallFile } from './read-small-file.ts';

/** A record lists suites and little else. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Reads the record of a run from its own file. */
export function readRun(root: string, id: number): KeptRun {
  const file = join(runsFolder(root), String(id), RECORD_FILE);
  let text: string;
  try {
    text = readSmallFile(file, MAX_BYTES);
  } catch (error) {
    return { id, record: null, reason: `${RECORD_FILE}: ${readFailure(error, file).message}` };
  }
  const parsed = parseRunRecord(text);
  if (parsed.ok) return { id, record: parsed.record };
  return { id, record: null, reason: `${RECORD_FILE} ${parsed.reason}` };
}
