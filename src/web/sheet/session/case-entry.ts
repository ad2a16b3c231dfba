import { stringifyAsWritten, type JsonObject } from '#core';
import type { SheetRow } from '#reporters';
import type { LabelTask } from '#schema';
import { answerText } from '../answer/answer-text.ts';
import { type Draft, EMPTY_DRAFT } from '../answer/draft.ts';
import { readAnswer } from '../answer/read-answer.ts';
import { memberTree } from '../tree/json-tree.ts';
import { parseTree } from '../tree/parse-tree.ts';

/** An answer that was saved: the JSON object that is exported, and when (ISO 8601). */
interface SavedAnswer {
  readonly text: string;
  readonly at: string;
}

/** Everything that a reviewer did with one case. A draft never overwrites what was saved. */
export interface CaseEntry {
  readonly draft: Draft;
  readonly saved: SavedAnswer | null;
  readonly isSkipped: boolean;
  /** The answer of the sheet when the entry was made; another one was imported since where it differs. */
  readonly base: string | null;
  /** The answer in the last exported file. */
  readonly exported: string | null;
}

/** How far a case is. `unsure` is saved with a note and without an answer; `changed` was saved and has a newer draft. */
export type CaseProgress = 'open' | 'draft' | 'skipped' | 'saved' | 'changed' | 'unsure';

/** The entry of a case that was not touched yet. */
export function newEntry(row: SheetRow, task: LabelTask): CaseEntry {
  const text = importedText(row);
  if (text === null)
    return { draft: EMPTY_DRAFT, saved: null, isSkipped: false, base: null, exported: null };
  const draft = draftOf(text);
  const saved = { text: answerText(draft, task, row), at: row.labelledAt ?? '' };
  return { draft, saved, isSkipped: false, base: text, exported: saved.text };
}

/** A kept entry beside the answer that the sheet has now. Of two answers the later one counts; the draft stays. */
export function reconcile(kept: CaseEntry, row: SheetRow, task: LabelTask): CaseEntry {
  const fresh = newEntry(row, task);
  if (kept.base === fresh.base || fresh.saved === null) return { ...kept, base: fresh.base };
  const isKeptLater = kept.saved !== null && kept.saved.at > fresh.saved.at;
  return isKeptLater
    ? { ...kept, base: fresh.base, exported: fresh.exported }
    : { ...kept, base: fresh.base, saved: fresh.saved, exported: fresh.exported, isSkipped: false };
}

/** How far a case is. */
export function progressOf(entry: CaseEntry, row: SheetRow, task: LabelTask): CaseProgress {
  const now = answerText(entry.draft, task, row);
  if (entry.saved === null) {
    if (entry.isSkipped) return 'skipped';
    return now === NOTHING ? 'open' : 'draft';
  }
  if (now !== answerText(draftOf(entry.saved.text), task, row)) return 'changed';
  return isUnsureOnly(entry.saved.text) ? 'unsure' : 'saved';
}

const NOTHING = '{}';

/** The draft of a saved answer. */
export function draftOf(text: string): Draft {
  const parsed = parseTree(text);
  return parsed.ok ? readAnswer(parsed.tree) : EMPTY_DRAFT;
}

/** Whether an answer has a note and no label. */
function isUnsureOnly(text: string): boolean {
  const parsed = parseTree(text);
  if (!parsed.ok || memberTree(parsed.tree, 'unsure') === undefined) return false;
  const keys = parsed.tree.kind === 'object' ? parsed.tree.members.map(({ key }) => key) : [];
  return keys.every((key) => key === 'unsure' || key === 'rationale' || key === 'clause');
}

function importedText({ answer, rationale, isUnsure }: SheetRow): string | null {
  if (answer === null) return null;
  const whole: JsonObject = {
    ...answer,
    ...(isUnsure ? { unsure: true } : {}),
    ...(rationale === null ? {} : { rationale }),
  };
  return stringifyAsWritten(whole);
}
