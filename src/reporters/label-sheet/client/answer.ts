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
  /** Of an answer with statements, whose rating follows from both. */
  readonly score?: number;
  readonly met?: Readonly<Record<string, boolean>>;
  readonly clause?: string;
  readonly expected_tool?: Json;
  readonly expected_args?: JsonObject;
  readonly expected_calls?: Json;
  readonly rationale?: string;
}

/** What can be chosen by a key or a button. Statements alone leave nothing to choose. */
export function choicesOf(
  task: Task,
  { tools, question }: Pick<SheetRow, 'tools' | 'question'>,
): readonly string[] {
  if (task === 'label') return [...tools, 'none'];
  if (question?.kind === 'goal') return ['1', '0'];
  return question?.rubric === null ? [] : ['1', '0.5', '0'];
}

/** What the button of a choice says. */
export function choiceText({ question }: Pick<SheetRow, 'question'>, choice: string): string {
  if (question?.kind !== 'goal') return choice;
  return choice === '1' ? 'achieved' : 'not achieved';
}

/** The statements of a case that are met or not. */
export function statementsOf({ question }: Pick<SheetRow, 'question'>): readonly Statement[] {
  return question?.kind === 'answer' ? question.statements : [];
}

interface Statement {
  readonly id: string;
  readonly text: string;
}

/** The answer with a statement met or not. */
export function mark(answer: Answer | null, id: string, isMet: boolean): Answer {
  return { ...answer, met: { ...answer?.met, [id]: isMet } };
}

/** The choices that an answer has made. */
export function chosenIn(task: Task, answer: Answer | null): readonly Json[] {
  if (answer === null) return [];
  if (task === 'rate') return [String(answer.rating ?? answer.score)];
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

/** The answer with this choice alone; of a case with statements it scores the rubric. */
export function choose(
  task: Task,
  answer: Answer | null,
  choice: string,
  hasStatements = false,
): Answer {
  const { rationale = '', clause = '' } = answer ?? {};
  if (task === 'label') return { expected_tool: choice, rationale };
  if (hasStatements) {
    const { rating: _, ...rest } = answer ?? {};
    return { ...rest, score: Number(choice), rationale };
  }
  return { rating: Number(choice), ...(clause === '' ? {} : { clause }), rationale };
}

/** The answer with one more tool that will do, or one less; null where none is left. */
export function chooseAlso(
  task: Task,
  answer: Answer | null,
  choice: string,
  hasStatements = false,
): Answer | null {
  const before = toolsIn(answer);
  if (task === 'rate' || choice === 'none' || before.length === 0)
    return choose(task, answer, choice, hasStatements);
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
export function isDone(
  answer: Answer | null,
  { question }: Pick<SheetRow, 'question'> = {},
): answer is Answer {
  if (answer === null) return false;
  if ('rating' in answer || 'expected_tool' in answer || 'expected_calls' in answer) return true;
  const statements = statementsOf(question === undefined ? {} : { question });
  const isScored = question?.kind === 'answer' && (question.rubric === null || 'score' in answer);
  return isScored && statements.every(({ id }) => answer.met?.[id] !== undefined);
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
