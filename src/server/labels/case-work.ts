import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject, parseJson, stringifyAsWritten } from '#core';
import type { Task } from '#dataset';
import { errorCode, writeFileAtomic } from '#platform';
import { stateFolder } from '#store';
import { Problem } from '../http/problem.ts';
import type { Person } from './person.ts';

/** What is kept of a case beside its label: it is for one person alone, and no part of the dataset. */
export interface CaseWork {
  readonly draft: Json;
  readonly isSkipped: boolean;
  readonly doubt: { readonly answer: JsonObject; readonly at: string } | null;
  /** Whether the person has seen what others said. */
  readonly hasSeenOthers: boolean;
}

/** The work on a case that was not touched. */
export const NO_WORK: CaseWork = {
  draft: null,
  isSkipped: false,
  doubt: null,
  hasSeenOthers: false,
};

/** Where work is kept: in the state of the project, which is not committed. */
export interface WorkPlace extends Pick<Person, 'reviewer' | 'part'> {
  readonly root: string;
  readonly sample: string;
  readonly task: Task;
}

/** The work on a case, and its text: a revision covers every byte of it. */
export function readWork(
  place: WorkPlace,
  id: string,
): { readonly work: CaseWork; readonly text: string } {
  const text = readText(fileOf(place, id));
  const parsed = parseJson(text === '' ? 'null' : text);
  const value = parsed.ok ? parsed.value : null;
  // Work of another version of the program is not understood, and not a reason to stop.
  if (!isJsonObject(value) || value.schemaVersion !== 1) return { work: NO_WORK, text };
  const { schemaVersion: _, ...work } = value;
  return { work: { ...NO_WORK, ...(work as Partial<CaseWork>) }, text };
}

/** Keeps the work on a case. The caller holds the lock of the sample. */
export async function writeWork(place: WorkPlace, id: string, work: CaseWork): Promise<void> {
  const file = fileOf(place, id);
  const { draft, isSkipped, doubt, hasSeenOthers } = work;
  if (draft === null && !isSkipped && doubt === null && !hasSeenOthers) {
    rmSync(file, { force: true });
    return;
  }
  const kept = { schemaVersion: 1, draft, isSkipped, doubt, hasSeenOthers };
  const outcome = await writeFileAtomic(file, [stringifyAsWritten(kept)]);
  if (!outcome.ok) throw new Problem(503, `the draft is not kept: ${outcome.issue.message}`);
}

/** Ids of cases are any text, so files are called by their hashes. */
function fileOf({ root, sample, task, reviewer, part }: WorkPlace, id: string): string {
  const folder = join(stateFolder(root), 'label-work', digest(sample), `${task}-${part}`);
  return join(folder, reviewer, `${digest(id)}.json`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
