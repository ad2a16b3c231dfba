import type { JsonObject } from '#core';
import type { SheetRow, SheetTool } from '#reporters';
import {
  chooseAlso,
  chooseNone,
  chooseTool,
  type Draft,
  toolChoice,
  withMet,
} from '../answer/draft.ts';
import { answerText } from '../answer/answer-text.ts';
import { ratingsOf, statementsOf } from '../answer/questions.ts';
import { readAnswer } from '../answer/read-answer.ts';
import type { SheetSession } from '../session/sheet-session.ts';
import { toTree } from '../tree/parse-tree.ts';

/** Chooses by a number: a tool of those that are shown, or a rating. */
export function chooseNumber(
  session: SheetSession,
  row: SheetRow,
  tools: readonly SheetTool[],
  number: number,
  isAlso: boolean,
): void {
  if (session.sheet.task === 'label') {
    const tool = tools[number - 1];
    if (tool === undefined) return;
    const choose = isAlso ? chooseAlso : chooseTool;
    const choice = toolChoice(tool.name);
    session.change(row.id, (draft) => choose(draft, choice), `choosing ${tool.name}`);
    return;
  }
  const rating = ratingsOf(row)[number - 1];
  if (rating === undefined) return;
  const { value } = rating;
  session.change(row.id, (draft) => ({ ...draft, rating: value }), `rating ${value}`);
}

/** Chooses that no tool should be called. */
export function chooseNoTool(session: SheetSession, row: SheetRow): void {
  session.change(row.id, chooseNone, 'choosing no tool');
}

/** Marks the first statement that is open. */
export function markNext(session: SheetSession, row: SheetRow, isMet: boolean): void {
  const { draft } = session.entryOf(row.id);
  const open = statementsOf(row).find(({ id }) => !draft.met.some((mark) => mark.id === id));
  if (open === undefined) return;
  session.change(row.id, (now) => withMet(now, open.id, isMet), 'marking a statement');
}

/** Takes what a reviewer said; the reason stays the one of who decides. */
export function takeOpinion(session: SheetSession, row: SheetRow, opinion: JsonObject): void {
  const taken = readAnswer(toTree(opinion));
  session.change(
    row.id,
    ({ rationale }) => ({ ...taken, rationale, isUnsure: false }),
    'taking an opinion',
  );
}

/** Takes the opinion after the one that is taken now. */
export function takeNextOpinion(session: SheetSession, row: SheetRow): void {
  const { draft } = session.entryOf(row.id);
  const textOf = (shownDraft: Draft): string =>
    answerText({ ...shownDraft, rationale: '', isUnsure: false }, session.sheet.task, row);
  const taken = row.opinions.findIndex(
    (opinion) => textOf(readAnswer(toTree(opinion))) === textOf(draft),
  );
  const next = row.opinions[(taken + 1) % row.opinions.length];
  if (next !== undefined) takeOpinion(session, row, next);
}
