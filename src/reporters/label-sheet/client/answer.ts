import type { Json, JsonObject } from '#core';
import type { LabelSheet, SheetRow } from '../sheet.ts';

/** What the page has of a sheet. */
export interface SheetData extends Pick<LabelSheet, 'task' | 'reviewer' | 'guideHash' | 'rows'> {
  /** Distinguishes what a browser keeps of one sheet from what it keeps of another. */
  readonly key: string;
}

type Task = LabelSheet['task'];

/** A reviewer's answer to one case, with the members of a line to import. */
export interface Answer {
  readonly rating?: number;
  readonly clause?: string;
  readonly expected_tool?: Json;
  readonly expected_args?: JsonObject;
  readonly expected_calls?: Json;
  readonly rationale?: string;
}

/** What can be chosen by a key or a button. */
export function choicesOf(task: Task, { tools }: Pick<SheetRow, 'tools'>): readonly string[] {
  return task === 'rate' ? ['1', '0.5', '0'] : [...tools, 'none'];
}

/** The choices that an answer has made. */
export function chosenIn(task: Task, answer: Answer | null): readonly Json[] {
  if (answer === null) return [];
  if (task === 'rate') return [String(answer.rating)];
  if ('expected_calls' in answer || answer.expected_tool === undefined) return [];
  const tool = answer.expected_tool;
  if (tool === null) return ['none'];
  return Array.isArray(tool) ? tool : [tool];
}

/** The tools of which any will do. */
export function toolsIn(answer: Answer | null): readonly string[] {
  return chosenIn('label', answer).filter(
    (choice): choice is string => typeof choice === 'string' && choice !== 'none',
  );
}

/** The answer with this choice alone. */
export function choose(task: Task, answer: Answer | null, choice: string): Answer {
  const { rationale = '', clause = '' } = answer ?? {};
  if (task === 'label') return { expected_tool: choice, rationale };
  return { rating: Number(choice), ...(clause === '' ? {} : { clause }), rationale };
}

/** The answer with one more tool that will do, or one less; null where none is left. */
export function chooseAlso(task: Task, answer: Answer | null, choice: string): Answer | null {
  const before = toolsIn(answer);
  if (task === 'rate' || choice === 'none' || before.length === 0)
    return choose(task, answer, choice);
  const tools = before.includes(choice)
    ? before.filter((tool) => tool !== choice)
    : [...before, choice];
  const [first] = tools;
  if (first === undefined) return null;
  return { ...answer, expected_tool: tools.length === 1 ? first : tools };
}

/** The answer with these arguments, none where the text is blank; null where the text is not a JSON object. */
export function withArguments(answer: Answer | null, text: string): Answer | null {
  const { expected_args: _, ...rest } = answer ?? {};
  if (text.trim() === '') return rest;
  try {
    const value = JSON.parse(text) as Json;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
    return { ...rest, expected_args: value as JsonObject };
  } catch {
    return null;
  }
}

/** Whether a case needs no further answer. */
export function isDone(answer: Answer | null): answer is Answer {
  return (
    answer !== null &&
    ('rating' in answer || 'expected_tool' in answer || 'expected_calls' in answer)
  );
}

/** The line of an answer in the file to import. */
export function formatAnswer(
  { id, caseHash }: Pick<SheetRow, 'id' | 'caseHash'>,
  guideHash: string | null,
  { rationale = '', clause = '', ...answer }: Answer,
): string {
  const line = {
    id,
    case_hash: caseHash,
    ...(guideHash === null ? {} : { guide_hash: guideHash }),
    ...answer,
    ...(clause === '' ? {} : { clause }),
    ...(rationale === '' ? {} : { rationale }),
  };
  return `${JSON.stringify(line)}\n`;
}
