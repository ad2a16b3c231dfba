import { join } from 'node:path';
import type { Issue } from '#core';
import { lockFile, makeFolder, writeFailure } from '#platform';
import { SAMPLE_FILES, type SampleFolder } from '../sampling/sample-folder.ts';
import type { Task } from './answer.ts';
import {
  type CheckedLabels,
  checkLabels,
  type FilledRow,
  type LabelSource,
} from './check-labels.ts';
import { appendLabels } from './label-files.ts';
import { openLabels } from './open-labels.ts';

/** Who imports labels, of which task, when and how. */
export interface LabelImport extends LabelSource {
  readonly task: Task;
  /** The part of the sample that can be rated; by default all of it. */
  readonly sample?: SampleFolder;
}

/** What was added, which is nothing where there are issues; or why the labels could not be written. */
export type ImportOutcome =
  | { readonly ok: true; readonly checked: CheckedLabels }
  | { readonly ok: false; readonly issue: Issue };

/**
 * Adds rows to the labels of a sample: all of them, or none. They are checked again under a lock of the whole sample,
 * against labels that other processes may have added since the rows were filled in.
 */
export async function importLabels(
  folder: string,
  rows: readonly FilledRow[],
  source: LabelImport,
): Promise<ImportOutcome> {
  const check = (): CheckedLabels => {
    const { sample, book } = openLabels(folder, source.task, source.sample);
    return checkLabels(sample, book, rows, source);
  };
  let checked = check();
  if (!hasNewLabels(checked)) return { ok: true, checked };
  const locked = await lockLabels(folder);
  if (!locked.ok) return locked;
  try {
    checked = check();
    if (!hasNewLabels(checked)) return { ok: true, checked };
    const outcome = await appendLabels(folder, source.reviewer, checked.records);
    return outcome.ok ? { ok: true, checked } : outcome;
  } finally {
    locked.unlock();
  }
}

function hasNewLabels({ issues, records }: CheckedLabels): boolean {
  return issues.length === 0 && records.length > 0;
}

/** Labels of one reviewer decide what another may add, so that one process at a time adds any. */
export async function lockLabels(
  folder: string,
): Promise<
  { readonly ok: true; readonly unlock: () => void } | { readonly ok: false; readonly issue: Issue }
> {
  const labels = join(folder, SAMPLE_FILES.labels);
  try {
    makeFolder(labels);
    return { ok: true, unlock: await lockFile(join(labels, '.lock')) };
  } catch (error) {
    return { ok: false, issue: writeFailure(error, labels) };
  }
}
