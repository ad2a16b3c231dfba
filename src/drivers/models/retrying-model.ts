import { setMaxListeners } from 'node:events';
import type { ChatAnswer, ChatModel, ChatRequest, Uncounted } from '../chat.ts';
import { DriveError } from '../driver.ts';
import type { ModelWorld } from './model-world.ts';
import { TransientError } from './transient-error.ts';
import { stopped } from '../stopped.ts';

const DEFAULT_ATTEMPTS = 6;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;
/** A provider that asks for more is asked again after this long. */
const MAX_ASKED_WAIT_MS = 120_000;
/** A failure so long after the first one is the last. */
const MAX_TOTAL_MS = 900_000;

/** Asks a model again where the failure may pass: after the time that the provider names, otherwise after longer and longer random ones. */
export class RetryingModel implements ChatModel {
  readonly #model: ChatModel;
  readonly #world: ModelWorld;
  readonly #attempts: number;

  constructor(model: ChatModel, world: ModelWorld, attempts: number = DEFAULT_ATTEMPTS) {
    this.#model = model;
    this.#world = world;
    this.#attempts = attempts;
  }

  async answer(
    request: ChatRequest,
    signal: AbortSignal,
    uncounted?: Uncounted,
  ): Promise<ChatAnswer> {
    // Many questions under way may share one signal; the usual warning is of forgotten listeners.
    setMaxListeners(0, signal);
    let failedAt: number | null = null;
    for (let attempt = 1; ; attempt++) {
      if (signal.aborted) throw stopped(signal);
      try {
        return await this.#model.answer(request, signal, uncounted);
      } catch (error) {
        if (!(error instanceof TransientError)) throw error;
        const now = this.#world.now();
        failedAt ??= now;
        if (attempt >= this.#attempts || now - failedAt >= MAX_TOTAL_MS)
          throw givenUp(error, attempt);
        await this.#pause(error, attempt, signal);
      }
    }
  }

  async #pause({ waitMs }: TransientError, attempt: number, signal: AbortSignal): Promise<void> {
    // Random over the whole span, so that runs which failed together do not come back together.
    const span = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
    const durationMs =
      waitMs === null
        ? Math.round(span * this.#world.random())
        : Math.min(waitMs, MAX_ASKED_WAIT_MS);
    try {
      await this.#world.sleep(durationMs, signal);
    } catch (error) {
      throw signal.aborted ? stopped(signal) : error;
    }
  }
}

function givenUp({ issue }: TransientError, attempts: number): DriveError {
  const often = attempts > 1 ? ` (${attempts} times)` : '';
  return new DriveError(issue.code, `${issue.message}${often}`);
}
