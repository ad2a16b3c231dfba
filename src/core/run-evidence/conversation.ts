import { isJsonObject, type Json } from '../json/json.ts';
import type { QuotedTurn } from '../report/run-evidence.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';
import { findQuestion, lastOf } from './find-question.ts';
import { pruneJson } from './prune.ts';

/** The words of a run as they are recorded. */
export interface RunWords {
  /** The words of the user that explain the run, most often the last; null where none are recorded. */
  readonly question: string | null;
  /** How many answers the model had begun when it was asked. */
  readonly asked: number;
  readonly answer: string | null;
  /** What else was said, in the order of the record. */
  readonly said: readonly QuotedTurn[];
  /** What tools returned, by call. */
  readonly results: readonly (string | undefined)[];
}

/**
 * Finds the question, the answer, and what was said before and between them. `wrongTurn` returns the answer of the model
 * with the worst call, where scorers complain about one.
 */
export function wordsOf(
  { input, output, said = NONE, calls }: Trace,
  wrongTurn: () => number | undefined = () => undefined,
): RunWords {
  const answer = output === null || output === '' ? null : textOf(output);
  // Most runs are a question and an answer.
  if (said.length === 0 && (typeof input === 'string' || input === null))
    return {
      question: input === '' ? null : input,
      asked: 0,
      answer,
      said: NONE,
      results: recordedResults(calls),
    };
  const isRecorded = said.some(({ role }) => role === 'user');
  const spoken: readonly (QuotedTurn & { readonly id?: string })[] = isRecorded
    ? said
    : [...turnsOf(input), ...said];
  // A run that was given the conversation before it answers the last words: turns of its calls begin after them.
  const asked = isRecorded
    ? findQuestion({ spoken, calls, wrongTurn: wrongTurn() })
    : lastOf(spoken);
  const byId = resultsById(said);
  const ids = new Set<string | null>(calls.map(({ id }) => id));
  return {
    question: spoken[asked]?.text ?? null,
    asked: spoken[asked]?.turn ?? 0,
    answer,
    // A result is shown with its call.
    said: spoken.filter(
      ({ role, id }, i) => i !== asked && !(role === 'tool' && id !== undefined && ids.has(id)),
    ),
    results: calls.map((call) => call.result ?? resultOf(call, byId)),
  };
}

const NONE: readonly never[] = [];

function recordedResults(calls: readonly ToolCall[]): RunWords['results'] {
  return calls.some(({ result }) => result !== undefined)
    ? calls.map(({ result }) => result)
    : NONE;
}

/** What tools gave back, by the id of the call. Some agents use an id several times: results are in the order of the calls. */
function resultsById(said: NonNullable<Trace['said']>): ReadonlyMap<string, string[]> {
  const results = new Map<string, string[]>();
  for (const { role, id, text } of said) {
    if (role !== 'tool' || id === undefined) continue;
    const known = results.get(id);
    if (known === undefined) results.set(id, [text]);
    else known.push(text);
  }
  return results;
}

function resultOf({ id }: ToolCall, results: ReadonlyMap<string, string[]>): string | undefined {
  return id === null ? undefined : results.get(id)?.shift();
}

const ROLES: ReadonlyMap<Json, QuotedTurn['role']> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
]);

/** The turns of an input: a text of the user, or messages with what is known of the situation. */
function turnsOf(input: Json): readonly QuotedTurn[] {
  if (input === null || input === '') return [];
  const messages = isJsonObject(input) ? input.messages : input;
  if (!Array.isArray(messages)) return [{ role: 'user', text: textOf(input), turn: 0 }];
  const context = isJsonObject(input) && isJsonObject(input.context) ? input.context.system : null;
  const system = typeof context === 'string' ? [{ role: 'system', content: context }] : [];
  let turn = 0;
  return [...system, ...(messages as readonly Json[])].map((message): QuotedTurn => {
    const role = isJsonObject(message) ? (ROLES.get(message.role ?? null) ?? 'user') : 'user';
    if (role === 'assistant') turn++;
    return { role, text: contentOf(message), turn };
  });
}

function contentOf(message: Json): string {
  if (!isJsonObject(message)) return textOf(message);
  const { content = null } = message;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === null ? '' : textOf(content);
  const texts = (content as readonly Json[]).map((part) =>
    isJsonObject(part) && typeof part.text === 'string' ? part.text : textOf(part),
  );
  return texts.join('\n');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(pruneJson(value).value);
}
