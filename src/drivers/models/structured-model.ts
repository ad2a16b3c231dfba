import { stringifyJson } from '#core';
import type { AnswerMode, AnswerSchema, ChatAnswer, ChatModel, ChatRequest } from '../chat.ts';
import { RefusedRequest } from './refused-request.ts';

/** Strongest first. */
const MODES: readonly AnswerMode[] = ['schema', 'tool', 'json'];

/** How providers name each mode when they refuse it. */
const FORMAT =
  /(?:response|output|text)[ _.]?(?:format|config)|json[ _]?(?:schema|object|mode)|structured[ _]?output|response[ _]?(?:schema|mime[ _]?type)/i;
const NAMES: { readonly [mode in AnswerMode]: RegExp } = {
  schema: FORMAT,
  tool: /tool[ _]?(?:choice|config|use|call)|function[ _]?call|support[^.]{0,20}\btools?\b|\btools?\b[^.]{0,60}not support/i,
  json: FORMAT,
};
/** The word alone is not enough: a provider may quote a prompt about the weather. */
const TEMPERATURE =
  /\btemperature\b[^.]{0,80}(?:not (?:support|allow|permit)|unsupported|deprecated)|(?:unsupported|unknown|unrecognized|invalid)[^.]{0,40}\btemperature\b/i;

/**
 * Asks for JSON by the strongest means that a model takes. A mode, or temperature 0, that the provider refuses by name is
 * replaced by the next weaker one; what was answered is remembered for later requests. All other errors stand.
 */
export class StructuredModel implements ChatModel {
  readonly #model: ChatModel;
  #mode: AnswerMode = 'schema';
  #takesZero = true;

  /** Every request counts, so the model is one that counts them. */
  constructor(model: ChatModel) {
    this.#model = model;
  }

  async answer(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer> {
    const { answerSchema } = request;
    if (answerSchema === undefined) return this.#model.answer(request, signal);
    let mode = fits(this.#mode, request) ? this.#mode : 'json';
    let takesZero = this.#takesZero;
    for (;;) {
      const temperature = request.temperature === 0 && !takesZero ? null : request.temperature;
      try {
        const asked = inMode({ ...request, temperature }, mode, answerSchema);
        const answer = await this.#model.answer(asked, signal);
        this.#remember(mode, takesZero);
        return mode === 'tool' ? withJsonText(answer) : answer;
      } catch (error) {
        if (!(error instanceof RefusedRequest)) throw error;
        const weaker = MODES.slice(MODES.indexOf(mode) + 1).find((next) => fits(next, request));
        if (temperature === 0 && error.speaksOf(TEMPERATURE)) takesZero = false;
        else if (weaker !== undefined && error.speaksOf(NAMES[mode])) mode = weaker;
        else throw error;
      }
    }
  }

  /** Requests run side by side: one that began earlier does not undo what another learned. */
  #remember(mode: AnswerMode, takesZero: boolean): void {
    if (MODES.indexOf(mode) > MODES.indexOf(this.#mode)) this.#mode = mode;
    this.#takesZero &&= takesZero;
  }
}

/** A request with tools of its own cannot answer by a forced call. */
function fits(mode: AnswerMode, { tools }: ChatRequest): boolean {
  return mode !== 'tool' || tools.length === 0;
}

function inMode(
  request: ChatRequest,
  answerMode: AnswerMode,
  { name, schema }: AnswerSchema,
): ChatRequest {
  if (answerMode === 'schema') return { ...request, answerMode };
  if (answerMode === 'tool')
    return {
      ...request,
      answerMode,
      tools: [{ name, description: 'Takes the answer.', inputSchema: schema }],
      toolChoice: { tool: name },
    };
  const instruction = `Answer with one JSON object and nothing else. It matches this JSON Schema: ${stringifyJson(schema)}`;
  const system = request.system === null ? instruction : `${request.system}\n\n${instruction}`;
  return { ...request, answerMode, system };
}

/** The arguments of the forced call. Several calls stay several texts, which is not JSON: none of them is chosen. */
function withJsonText(answer: ChatAnswer): ChatAnswer {
  if (answer.calls.length === 0) return answer;
  const text = answer.calls.map((call) => call.arguments).join('\n');
  return { ...answer, text, calls: [] };
}
