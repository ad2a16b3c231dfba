import { isJsonObject, type Json, stringifyAsWritten } from '#core';
import type { ApiLabelCase, LabelTask, SheetRow } from '#schema';
import type { Draft } from '../../../sheet/answer/draft.ts';
import {
  type CaseEntry,
  draftOf,
  newEntry,
  progressOf,
} from '../../../sheet/session/case-entry.ts';
import type { StoredCase } from '../../../sheet/session/label-store.ts';

/** What the server keeps of a case, as the session has it. */
export function storedCase({ row, work, revision }: ApiLabelCase, task: LabelTask): StoredCase {
  const fresh = newEntry(row, task);
  const doubt =
    work?.doubt == null || fresh.saved !== null
      ? null
      : { text: stringifyAsWritten(work.doubt.answer), at: work.doubt.at };
  const saved = fresh.saved ?? doubt;
  const entry: CaseEntry = {
    ...fresh,
    saved,
    draft: readDraft(work?.draft ?? null) ?? (doubt === null ? fresh.draft : draftOf(doubt.text)),
    isSkipped: saved === null && work?.isSkipped === true,
    exported: saved?.text ?? null,
  };
  return { revision, entry };
}

/** A draft is what this page wrote; one of another version is left out. */
function readDraft(draft: Json): Draft | null {
  if (!isJsonObject(draft)) return null;
  const { calls, met, rationale, clause } = draft;
  const isUsable =
    Array.isArray(calls) &&
    Array.isArray(met) &&
    typeof rationale === 'string' &&
    typeof clause === 'string';
  return isUsable ? (draft as unknown as Draft) : null;
}

/** What is sent to keep an entry: the text of the answer is sent as it was typed. */
export function changeText(
  entry: CaseEntry,
  row: SheetRow,
  task: LabelTask,
  guideHash: string | null,
): string {
  const progress = progressOf({ ...entry, isSkipped: false }, row, task);
  const hasDraft = progress === 'draft' || progress === 'changed';
  const about = { caseHash: row.caseHash, guideHash, isSkipped: entry.isSkipped };
  const draft = hasDraft ? JSON.stringify(entry.draft) : 'null';
  const answer = entry.saved?.text ?? 'null';
  return `${JSON.stringify(about).slice(0, -1)},"draft":${draft},"answer":${answer}}`;
}
