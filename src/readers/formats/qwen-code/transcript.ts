import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { readGeminiMessage } from '../../dialects/gemini/message.ts';
import { count } from '../../draft/count.ts';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber, readSum } from '../../draft/read-number.ts';
import { statusOfWord, type StatusWords, worstStatus } from '../../draft/read-status.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { replay } from '../../sessions/replay.ts';
import { shortenResult, type Step } from '../../sessions/step.ts';

interface Line {
  readonly parent: string | null;
  readonly steps: readonly Step[];
  readonly usage: JsonObject;
  readonly time: string | undefined;
}

const STATES: StatusWords = new Map([
  ['success', 'ok'],
  ['error', 'error'],
  ['cancelled', 'denied'],
]);

/** The lines of a session, each of which names the line before it. */
export class Transcript {
  readonly where: Place;
  readonly #id: string | null;
  readonly #lines = new Map<string, Line>();
  #last: string | null = null;
  #version: string | null = null;

  constructor(where: Place, id: string | null) {
    this.where = where;
    this.#id = id;
  }

  add(line: JsonObject, where: Place): void {
    const uuid = textOf(line.uuid) ?? `#${this.#lines.size}`;
    const time = readTime(line.timestamp);
    this.#version = textOf(line.version) ?? this.#version;
    this.#lines.set(uuid, {
      parent: textOf(line.parentUuid),
      steps: stepsOf(line, time, where),
      usage: line.type === 'assistant' ? objectOf(line.usageMetadata) : {},
      time,
    });
    this.#last = uuid;
  }

  finish(): Trace {
    const draft = new RunDraft(this.where);
    draft.id = this.#id;
    const lines = this.#branch();
    replay({ steps: lines.flatMap(({ steps }) => steps), requester: null }, new Map(), draft);
    for (const { usage } of lines)
      draft.addUsage({
        inputTokens: readNumber(usage.promptTokenCount),
        outputTokens: readSum(usage.candidatesTokenCount, usage.thoughtsTokenCount),
      });
    const left = this.#lines.size - lines.length;
    if (left > 0)
      draft.warn(
        'READ_BRANCH_SKIPPED',
        `${count(left, 'line', 'lines')} that were rewound left out`,
      );
    if (this.#version !== null) draft.metadata.set('version', this.#version);
    draft.startedAt = lines[0]?.time;
    draft.durationMs = durationMs(draft.startedAt, lines.at(-1)?.time);
    // A branch that does not begin with the first line may lack what came before it.
    draft.isPartial = lines[0] !== [...this.#lines.values()][0];
    if (draft.turn === 0) draft.error ??= 'the session has no answer of the model';
    return draft.finish();
  }

  /** The lines on the way to the last one. A line whose parent is not there begins them. */
  #branch(): readonly Line[] {
    const branch: Line[] = [];
    const seen = new Set<string>();
    for (let uuid = this.#last; uuid !== null && !seen.has(uuid);) {
      seen.add(uuid);
      const line = this.#lines.get(uuid);
      if (line === undefined) break;
      branch.push(line);
      uuid = line.parent;
    }
    return branch.reverse();
  }
}

/** What a line adds to a run. */
function stepsOf(line: JsonObject, time: string | undefined, where: Place): Step[] {
  const { type, message, subtype } = line;
  if (type === 'system') return [];
  if (type !== 'user' && type !== 'assistant' && type !== 'tool_result')
    return [{ kind: 'unknown', part: 'line', type: textOf(type) ?? 'null', where }];
  const read = readGeminiMessage(message ?? null);
  if (read === null) {
    // An answer may have no message at all; a message of another shape may have been a call.
    const isAbsent = message === undefined && type === 'assistant';
    return isAbsent ? [] : [{ kind: 'unknown', part: 'message', type: 'unreadable', where }];
  }
  if (type === 'user')
    return subtype === undefined && read.text !== '' ? [{ kind: 'user', text: read.text }] : [];
  if (type === 'tool_result') return resultsOf(read.results, line, time);
  const steps: Step[] = [{ kind: 'turn', model: textOf(line.model) }];
  for (const part of read.unknown ?? [])
    steps.push({ kind: 'unknown', part: 'part', type: part, where });
  if (read.text !== '') steps.push({ kind: 'answer', text: read.text });
  for (const call of read.calls)
    steps.push({ kind: 'call', call: { ...call, startedAt: time, isAsked: true } });
  return steps;
}

function resultsOf(
  results: NonNullable<ReturnType<typeof readGeminiMessage>>['results'],
  { toolCallResult }: JsonObject,
  at: string | undefined,
): Step[] {
  const recorded = isJsonObject(toolCallResult) ? toolCallResult : {};
  const status = statusOfWord(recorded.status, STATES);
  const steps = results.map((result): Step => {
    const isOfCall = recorded.callId === undefined || recorded.callId === result.id;
    const final = isOfCall ? worstStatus(result.status, status) : result.status;
    return { kind: 'result', result: shortenResult({ ...result, status: final }), at };
  });
  return hasAgentCalls(recorded.resultDisplay)
    ? [...steps, { kind: 'spawn', session: textOf(recorded.callId) ?? '' }]
    : steps;
}

/** Whether a sub-agent made calls: its summary counts them, and no transcript has them. */
function hasAgentCalls(display: Json | undefined): boolean {
  const { type, executionSummary: summary } = objectOf(display);
  return type === 'task_execution' && objectOf(summary).totalToolCalls !== 0;
}
