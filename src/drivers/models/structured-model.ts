import { stringifyJson } from '#core';
import type {
  AnswerMode,
  AnswerSchema,
  ChatAnswer,
  ChatModel,
  ChatRequest,
  Uncounted,
} from '../chat.ts';
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

/** OpenAI and Azure want the newer name of the limit for models that think, others know the older one only. */
const NEW_LIMIT = /max_completion_tokens/;

/** What a model takes, as far as it is known. */
interface Terms {
  readonly mode: AnswerMode;
  readonly takesZero: boolean;
  readonly hasNewLimit: boolean;
}

/**
 * Asks for JSON by the strongest means that a model takes. A mode, temperature 0 or the name of the token limit that the
 * provider refuses by name is replaced by the next; what was answered is remembered. All other errors stand.
 */
export class StructuredModel implements ChatModel {
  readonly #model: ChatModel;
  #terms: Terms = { mode: 'schema', takesZero: true, hasNewLimit: false };

  /** Every request counts, so the model is one that counts them. */
  constructor(model: ChatModel) {
    this.#model = model;
  }

  async answer(
    request: ChatRequest,
    signal: AbortSignal,
    uncounted?: Uncounted,
  ): Promise<ChatAnswer> {
    const { answerSchema } = request;
    if (answerSchema === undefined) return this.#answerFreely(request, signal, uncounted);
    let terms = this.#terms;
    if (!fits(terms.mode, request)) terms = { ...terms, mode: 'json' };
    for (;;) {
      try {
        const asked = byTerms(request, terms, answerSchema);
        const answer = await this.#model.answer(asked, signal, uncounted);
        if (fits('tool', request)) this.#terms = weakest(this.#terms, terms);
        return terms.mode === 'tool' ? withJsonText(answer) : answer;
      } catch (error) {
        const next = error instanceof RefusedRequest ? concede(error, terms, request) : null;
        if (next === null) throw error;
        terms = next;
      }
    }
  }

  /** Without a schema only the name of the token limit may change: other settings are what is measured. */
  async #answerFreely(
    request: ChatRequest,
    signal: AbortSignal,
    uncounted: Uncounted | undefined,
  ): Promise<ChatAnswer> {
    const { hasNewLimit } = this.#terms;
    try {
      const asked = hasNewLimit ? { ...request, hasNewLimit } : request;
      return await this.#model.answer(asked, signal, uncounted);
    } catch (error) {
      const isRefused = error instanceof RefusedRequest && error.speaksOf(NEW_LIMIT);
      if (hasNewLimit || request.maxTokens === null || !isRefused) throw error;
      const answer = await this.#model.answer({ ...request, hasNewLimit: true }, signal, uncounted);
      this.#terms = { ...this.#terms, hasNewLimit: true };
      return answer;
    }
  }
}

/** The terms for the next try, null where the error is about none of them. */
function concede(error: RefusedRequest, terms: Terms, request: ChatRequest): Terms | null {
  const { mode, takesZero, hasNewLimit } = terms;
  if (request.temperature === 0 && takesZero && error.speaksOf(TEMPERATURE))
    return { ...terms, takesZero: false };
  if (request.maxTokens !== null && !hasNewLimit && error.speaksOf(NEW_LIMIT))
    return { ...terms, hasNewLimit: true };
  const weaker = MODES.slice(MODES.indexOf(mode) + 1).find((next) => fits(next, request));
  return weaker !== undefined && error.speaksOf(NAMES[mode]) ? { ...terms, mode: weaker } : null;
}

/** Requests run side by side: one that began earlier does not undo what another learned. */
function weakest(earlier: Terms, other: Terms): Terms {
  return {
    mode: MODES.indexOf(earlier.mode) > MODES.indexOf(other.mode) ? earlier.mode : other.mode,
    takesZero: earlier.takesZero && other.takesZero,
    hasNewLimit: earlier.hasNewLimit || other.hasNewLimit,
  };
}

/** A request with tools of its own cannot answer by a forced call. */
function fits(mode: AnswerMode, { tools }: ChatRequest): boolean {
  return mode !== 'tool' || tools.length === 0;
}

function byTerms(
  request: ChatRequest,
  { mode, takesZero, hasNewLimit }: Terms,
  { name, schema }: AnswerSchema,
): ChatRequest {
  const asked: ChatRequest = {
    ...request,
    answerMode: mode,
    temperature: request.temperature === 0 && !takesZero ? null : request.temperature,
    ...(hasNewLimit ? { hasNewLimit } : {}),
  };
  if (mode === 'schema') return asked;
  if (mode === 'tool')
    return {
      ...asked,
      tools: [{ name, description: 'Takes the answer.', inputSchema: schema }],
      toolChoice: { tool: name },
    };
  const instruction = `Answer with one JSON object and nothing else. It matches this JSON Schema: ${stringifyJson(schema)}`;
  const system = request.system === null ? instruction : `${request.system}\n\n${instruction}`;
  return { ...asked, system };
}

/** The arguments of the forced call. Several calls stay several texts, which is not JSON: none of them is chosen. */
function withJsonText(answer: ChatAnswer): ChatAnswer {
  if (answer.calls.length === 0) return answer;
  const text = answer.calls.map((call) => call.arguments).join('\n');
  return { ...answer, text, calls: [] };
}
