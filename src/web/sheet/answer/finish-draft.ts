import type { SheetRow, SheetTool } from '#reporters';
import type { LabelTask } from '#schema';
import type { Json } from '#core';
import { checkArguments, describeProblem } from '../form/check-arguments.ts';
import { answerText } from './answer-text.ts';
import { argumentsOf, type CallDraft, type Draft, toolChoice, toolKey } from './draft.ts';
import { ratingsOf, statementsOf } from './questions.ts';

/** Whether a draft can be saved, and if not what is missing. */
export type Finished =
  | { readonly state: 'empty'; readonly problem: string }
  | { readonly state: 'invalid'; readonly problem: string }
  | { readonly state: 'complete'; readonly text: string };

/** The parts of a row that an answer is checked against. */
export type CheckedRow = Pick<SheetRow, 'tools' | 'rated' | 'question'>;

/** Checks whether a draft can be saved. */
export function finishDraft(draft: Draft, task: LabelTask, row: CheckedRow): Finished {
  if (draft.isUnsure && draft.rationale.trim() === '')
    return { state: 'invalid', problem: 'Unsure needs a note: what is unclear?' };
  const finished = task === 'label' ? finishLabel(draft, row) : finishRating(draft, row);
  if (finished !== null && !(finished.state === 'empty' && draft.isUnsure)) return finished;
  return { state: 'complete', text: answerText(draft, task, row) };
}

/** The schema of a chosen tool; null where it is not known. */
export function schemaOf(tools: readonly SheetTool[], tool: Json | undefined): SheetTool['schema'] {
  if (tool === undefined) return null;
  const key = toolKey(tool);
  return tools.find(({ name }) => toolKey(toolChoice(name)) === key)?.schema ?? null;
}

function finishLabel(
  { isNone, calls }: Draft,
  { tools }: CheckedRow,
): Exclude<Finished, { state: 'complete' }> | null {
  if (isNone) return null;
  const chosen = calls.filter((call) => call.tools.length > 0);
  if (chosen.length === 0) return { state: 'empty', problem: 'Choose a tool, or none.' };
  for (const [place, call] of chosen.entries()) {
    const problem = problemOf(call, tools);
    if (problem === null) continue;
    const where = chosen.length === 1 ? '' : `call ${place + 1}, `;
    return { state: 'invalid', problem: `Not saved: ${where}${problem}` };
  }
  return null;
}

function problemOf(call: CallDraft, tools: readonly SheetTool[]): string | null {
  const checked = checkArguments(argumentsOf(call), schemaOf(tools, call.tools[0]));
  return checked.state === 'invalid' ? describeProblem(checked.problem) : null;
}

function finishRating(
  { rating, met }: Draft,
  row: CheckedRow,
): Exclude<Finished, { state: 'complete' }> | null {
  const statements = statementsOf(row);
  const isRated = rating !== null || ratingsOf(row).length === 0;
  const open = statements.filter(({ id }) => !met.some((mark) => mark.id === id));
  if (isRated && open.length === 0) return null;
  if (rating === null && open.length === statements.length)
    return { state: 'empty', problem: 'Choose a rating.' };
  const missing = [...(isRated ? [] : ['the rating']), ...open.map(({ text }) => `“${text}”`)];
  return { state: 'invalid', problem: `Not saved: still open is ${missing.join(', ')}` };
}
