import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { Redactor } from '../redaction/index.ts';
import { formatTool, type Said, type ToolCall, type Trace } from '../trace/trace.ts';
import type { JudgedRun } from './question.ts';

/** The upper limit for all texts of a run together; a judge reads no more with care. */
const MAX_RUN = 60_000;
/** What a text may always have, however many there are. */
const MIN_TEXT = 200;

/**
 * A run as a judge sees it: all calls with their results, and what was said, without secrets. The redactor is closed: it
 * knows the secrets of the run from then on.
 */
export function judgedRun(trace: Trace, calls: readonly ToolCall[], redactor: Redactor): JudgedRun {
  const { input, output, said = [] } = trace;
  const passed = calls.map(({ arguments: args, result = null }): Json => [
    args.state === 'parsed' ? args.value : args.state === 'unparsed' ? args.text : null,
    result,
  ]);
  redactor.reserve([input, output, said.map(({ text }) => text), passed]);
  const redact = (): Omit<JudgedRun, 'cut'> => ({
    input: redactor.json(input),
    steps: stepsOf(said, calls, redactor),
    output: redactor.json(output),
  });
  const whole = redact();
  redactor.close();
  // A value that its name makes a secret may stand in a text, too.
  return cutRun(redactor.count === 0 ? whole : redact());
}

/** Whether there is a final answer that could be judged. */
export function hasOutput({ output }: Trace): boolean {
  return output !== null && output !== '';
}

/** What comes first within a turn: an answer, its calls, results that name no call, what the user says to that. */
const WITHIN_TURN = { assistant: 0, call: 1, tool: 2, user: 3 } as const;

function stepsOf(
  said: readonly Said[],
  calls: readonly ToolCall[],
  redactor: Redactor,
): readonly JsonObject[] {
  const ids = new Set(calls.flatMap(({ id }) => id ?? []));
  const spoken = said.flatMap(({ role, text, turn, id }) => {
    if (role === 'system' || (role === 'tool' && id !== undefined && ids.has(id))) return [];
    const shown = redactor.json(text);
    return [{ turn, role, step: role === 'tool' ? { result: shown } : { role, text: shown } }];
  });
  const results = resultsById(said);
  const made = calls.map((call, i) => ({
    // A call without a turn has the place of the calls before it.
    turn: turnOf(calls, i),
    role: 'call' as const,
    step: callStep(call, results, redactor),
  }));
  return [...spoken, ...made]
    .sort((a, b) => a.turn - b.turn || WITHIN_TURN[a.role] - WITHIN_TURN[b.role])
    .map(({ step }) => step);
}

/** What tools gave back, by the id of the call. Some agents use an id several times: results are in the order of the calls. */
function resultsById(said: readonly Said[]): ReadonlyMap<string, string[]> {
  const results = new Map<string, string[]>();
  for (const { role, id, text } of said) {
    if (role !== 'tool' || id === undefined) continue;
    const texts = results.get(id);
    if (texts === undefined) results.set(id, [text]);
    else texts.push(text);
  }
  return results;
}

function turnOf(calls: readonly ToolCall[], i: number): number {
  for (let at = i; at >= 0; at--) {
    const turn = calls[at]?.turn;
    if (turn !== undefined) return turn;
  }
  return 1;
}

function callStep(
  call: ToolCall,
  results: ReadonlyMap<string, string[]>,
  redactor: Redactor,
): JsonObject {
  const { arguments: args, status, id } = call;
  const result = call.result ?? (id === null ? undefined : results.get(id)?.shift());
  return {
    call: redactor.name(formatTool(call)),
    ...(args.state === 'parsed' ? { arguments: redactor.json(args.value) } : {}),
    ...(args.state === 'unparsed' ? { arguments: redactor.text(args.text) } : {}),
    ...(status === null ? {} : { status }),
    ...(result === undefined ? {} : { result: redactor.json(result) }),
  };
}

/** Cuts the longest texts so that all of them together stay within the limit. */
function cutRun(run: Omit<JudgedRun, 'cut'>): JudgedRun {
  const lengths: number[] = [];
  eachText({ ...run }, (text) => {
    lengths.push(text.length);
    return text;
  });
  const longest = longestWithin(lengths, MAX_RUN);
  if (longest === null) return { ...run, cut: 0 };
  let cut = 0;
  const shown = eachText({ ...run }, (text) => {
    if (text.length <= longest) return text;
    cut += text.length - longest;
    return cutMiddle(text, longest);
  });
  return { ...(shown as unknown as Omit<JudgedRun, 'cut'>), cut };
}

/** How long a text may be so that all stay within the limit; null where they do as they are. */
function longestWithin(lengths: readonly number[], limit: number): number | null {
  if (lengths.reduce((sum, length) => sum + length, 0) <= limit) return null;
  const sorted = lengths.toSorted((a, b) => a - b);
  let left = limit;
  for (const [i, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - i));
    if (length > share) return Math.max(share, MIN_TEXT);
    left -= length;
  }
  return null;
}

/** The beginning and the end of a text, with a marker between them. */
function cutMiddle(text: string, longest: number): string {
  const half = Math.floor(longest / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half)} [${left} characters left out] ${text.slice(-half)}`.toWellFormed();
}

function eachText(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: Json) => eachText(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, eachText(member, change)]),
  );
}
