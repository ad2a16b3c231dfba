import { join } from 'node:path';
import { isJsonObject } from '#core';
import { insideRoot, writeFileAtomic } from '#platform';
import { checkRunRecord, type RunRecord } from '#schema';
import { stateFolder } from './history-paths.ts';
import { readSmallFile } from './read-small-file.ts';

/** A record as the index has it, with what its file looked like. */
export interface IndexedRun {
  readonly id: number;
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly record: RunRecord;
}

const MAX_BYTES = 256 * 1024 * 1024;

function indexPath(root: string): string {
  return join(stateFolder(root), 'index.json');
}

/**
 * The records of all runs in one file, so that a long history opens quickly. It is only a copy: what is missing, damaged or
 * older than the files is read from them.
 */
export function loadIndex(root: string): ReadonlyMap<number, IndexedRun> {
  const index = new Map<number, IndexedRun>();
  let value: unknown;
  try {
    value = JSON.parse(readSmallFile(indexPath(root), MAX_BYTES));
  } catch {
    return index;
  }
  if (!isJsonObject(value) || value.schemaVersion !== 1 || !Array.isArray(value.runs)) return index;
  for (const entry of value.runs) {
    if (isJsonObject(entry) && checkRunRecord(entry.record).ok) {
      const run = entry as unknown as IndexedRun;
      index.set(run.id, run);
    }
  }
  return index;
}

/** Writes the index anew; where that is not possible the next reader goes without. */
export async function saveIndex(root: string, runs: readonly IndexedRun[]): Promise<void> {
  const file = indexPath(root);
  if (!insideRoot(file, root)) return;
  const lines = runs.map((run) => JSON.stringify(run)).join(',\n');
  await writeFileAtomic(file, [`{"schemaVersion":1,"runs":[\n${lines}\n]}\n`]);
}
