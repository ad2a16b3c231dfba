import { isJsonObject, type Json, type JsonObject } from '#core';
import type { CallDraft } from '../../draft/call-ledger.ts';
import { objectOf } from '../../draft/json-parts.ts';
import { statusOfWord, type StatusWords } from '../../draft/read-status.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { textOf } from '../../draft/text-of.ts';
import { shortenResult, type Step } from '../../sessions/step.ts';

/** Parts that are not calls. */
const HARMLESS: ReadonlySet<Json | undefined> = new Set([
  'text',
  'reasoning',
  'file',
  'agent',
  'subtask',
  'snapshot',
  'patch',
  'retry',
  'compaction',
  'step-start',
  'step-finish',
]);

export function isHarmlessPart(type: Json | undefined): boolean {
  return HARMLESS.has(type);
}

/** How far a call came. */
const STATES: StatusWords = new Map([
  ['completed', 'ok'],
  ['error', 'error'],
  ['pending', null],
  ['running', null],
]);

/** The words by which OpenCode says that a call was refused. */
const REFUSED =
  /^(?:The user rejected permission to use this specific tool call|The user (?:has specified a rule|dismissed)|Permission denied)/;

/** The call of a part, its result and the session of the sub-agent that it started. */
export function readToolPart(part: JsonObject): Step[] {
  const state = objectOf(part.state);
  const id = textOf(part.callID) ?? textOf(part.id);
  const { start, end } = objectOf(state.time);
  const call: CallDraft = {
    id,
    ...readChoice(part.tool, state.input),
    startedAt: readTime(start, 'ms'),
    isAsked: true,
  };
  const steps: Step[] = [{ kind: 'call', call }];
  const failure = textOf(state.error);
  const isRefused = failure !== null && REFUSED.test(failure);
  const status = isRefused ? 'denied' : statusOfWord(state.status, STATES);
  if (status !== null) {
    const result = shortenResult({
      id,
      name: null,
      // A call of an unknown tool is answered by another, which always succeeds.
      status: part.tool === INVALID && status === 'ok' ? 'error' : status,
      text: textOf(state.output) ?? failure ?? undefined,
      durationMs: durationMs(start, end, 'ms'),
    });
    steps.push({ kind: 'result', result });
  }
  const session =
    textOf(objectOf(state.metadata).sessionId) ?? textOf(objectOf(state.metadata).sessionID);
  if (session !== null) steps.push({ kind: 'spawn', session });
  return steps;
}

const INVALID = 'invalid';

/**
 * What the model chose. A tool that does not exist, and arguments that do not fit, become a call of the tool `invalid`,
 * which has the name. An export without private data has other text in place of the arguments.
 */
function readChoice(
  tool: Json | undefined,
  input: Json | undefined,
): { readonly name: string; readonly arguments: Json | undefined; readonly rawName?: string } {
  const name = textOf(tool) ?? '';
  const passed = isRedacted(input) ? undefined : input;
  if (name !== INVALID) return { name, arguments: passed };
  return { name: textOf(objectOf(input).tool) ?? '', arguments: undefined };
}

function isRedacted(input: Json | undefined): boolean {
  if (!isJsonObject(input)) return false;
  const keys = Object.keys(input);
  return (
    keys.length === 1 &&
    keys[0] === 'redacted' &&
    (textOf(input.redacted) ?? '').startsWith('tool-input:')
  );
}
