import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { callEntries } from '../../draft/call-entries.ts';
import { objectOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import type { DraftStatus } from '../../draft/read-status.ts';
import { readText } from '../../draft/read-text.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { findMisplaced } from '../../messages/unknown-parts.ts';
import { stepKind } from './find-steps.ts';

/** A run by the steps of an agent's memory. */
export class MemoryRun {
  readonly where: Place;
  readonly #draft: RunDraft;
  #first: Json | undefined;
  #last: Json | undefined;

  constructor(where: Place) {
    this.where = where;
    this.#draft = new RunDraft(where);
  }

  /** Adds what a result has beside its steps. */
  addHeader(record: Json): void {
    const { system_prompt: system, output, state } = objectOf(record);
    const prompt = isJsonObject(system) ? system.system_prompt : system;
    this.#draft.addSystemText(textOf(prompt) ?? '', 0);
    if (output !== undefined) this.#draft.output = output;
    if (textOf(state) !== null) this.#draft.metadata.set('state', state ?? null);
  }

  addStep(step: Json, index: number): void {
    const draft = this.#draft;
    const body = objectOf(step);
    switch (stepKind(step)) {
      case 'task':
        draft.addText('user', readText(body.task));
        break;
      case 'system':
        draft.addSystemText(textOf(body.system_prompt) ?? '');
        break;
      case 'action':
        this.#addAction(body);
        break;
      case 'planning':
        draft.addUsage(readUsage(body.token_usage));
        break;
      case 'final':
        draft.output = body.output ?? draft.output;
        break;
      case null: {
        const [type = 'null'] = isJsonObject(step) ? Object.keys(step) : [];
        draft.rejectType('item', type, { pointer: `${this.where.pointer ?? ''}/${index}` });
      }
    }
  }

  finish(): Trace {
    const draft = this.#draft;
    if (draft.turn === 0) draft.error ??= 'the memory has no step of the agent';
    draft.startedAt = readTime(this.#first, 's');
    draft.durationMs = durationMs(this.#first, this.#last, 's');
    return draft.finish();
  }

  #addAction(step: JsonObject): void {
    const draft = this.#draft;
    const { timing, error, is_final_answer: isFinal, action_output: output } = step;
    const { start_time: start, end_time: end } = objectOf(timing);
    this.#first ??= start;
    this.#last = end ?? this.#last;
    draft.turn += 1;
    draft.addText('assistant', readText(step.model_output));
    draft.addUsage(readUsage(step.token_usage));
    draft.rejectTypes('item', findMisplaced(step.tool_calls));
    const failure = readFailure(error);
    const calls = callsOf(step);
    for (const call of calls) this.#addCall(call, start);
    if (calls.length === 0 && failedOnCall(error))
      draft.reject(
        'READ_ANSWER_MISSING',
        'a step failed on a call, and the memory does not have it',
      );
    this.#addResults(calls, step, failure);
    draft.error = failure !== null && isFatal(error) ? failure : null;
    if (isFinal === true && output !== undefined && output !== null) draft.output = output;
  }

  #addCall(entry: JsonObject, start: Json | undefined): void {
    const call = isJsonObject(entry.function) ? entry.function : entry;
    const name = textOf(call.name) ?? '';
    const { arguments: passed } = call;
    this.#draft.addCall({
      id: textOf(entry.id),
      name,
      // The code of a CodeAgent is text, and not invalid JSON.
      arguments: name === INTERPRETER && typeof passed === 'string' ? { code: passed } : passed,
      isAsked: true,
      startedAt: readTime(start, 's'),
    });
  }

  /** A step has the observations of all its calls together, and one error. */
  #addResults(calls: readonly JsonObject[], step: JsonObject, failure: string | null): void {
    const { observations, error, is_final_answer: isFinal } = step;
    const hasRun = observations !== undefined && observations !== null;
    if (!hasRun && failure === null && isFinal !== true) return;
    const status = statusOf(error, failure);
    for (const call of calls) {
      const name = textOf(objectOf(call.function ?? call).name);
      const text = calls.length === 1 ? (textOf(observations) ?? failure ?? undefined) : undefined;
      this.#draft.addResult({ id: textOf(call.id), name, status, text });
    }
  }
}

/** What a CodeAgent calls in every step. */
const INTERPRETER = 'python_interpreter';

/** The calls of a step; where a step failed before they were made, those of the model. */
function callsOf({
  tool_calls: made,
  model_output_message: message,
}: JsonObject): readonly JsonObject[] {
  const calls = callEntries(made);
  return calls.length > 0 ? calls : callEntries(objectOf(message).tool_calls);
}

function statusOf(error: Json | undefined, failure: string | null): DraftStatus {
  if (failure === null) return 'ok';
  // The step limit is not a failure of the last call.
  return isJsonObject(error) && error.type === 'AgentMaxStepsError' ? 'ok' : 'error';
}

/** Whether a step failed while its calls were made. */
function failedOnCall(error: Json | undefined): boolean {
  return (
    isJsonObject(error) &&
    /^Agent(?:Tool(?:Call|Execution)|Execution)Error$/.test(textOf(error.type) ?? '')
  );
}

/** A model that could not answer ends the run; other errors are shown to it. */
function isFatal(error: Json | undefined): boolean {
  return isJsonObject(error) && error.type === 'AgentGenerationError';
}

function readUsage(usage: Json | undefined): {
  inputTokens: number | null;
  outputTokens: number | null;
} {
  const counts = objectOf(usage);
  return {
    inputTokens: readNumber(counts.input_tokens),
    outputTokens: readNumber(counts.output_tokens),
  };
}
