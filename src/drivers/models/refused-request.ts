import type { ChatUsage } from '../chat.ts';
import type { DriveFault } from '../codes.ts';
import { UnusableAnswer } from './unusable-answer.ts';

const FREE: ChatUsage = { inputTokens: 0, outputTokens: 0 };

/** A provider does not take a request as it is. It costs nothing, unless the provider answered a part of it. */
export class RefusedRequest extends UnusableAnswer {
  readonly #said: string;

  /** What the provider said may contain secrets, so it is not shown with the error. */
  constructor(
    code: DriveFault,
    message: string,
    said: string,
    {
      usage = FREE,
      ...more
    }: {
      readonly usage?: ChatUsage | null;
      readonly hint?: string;
      readonly isFinal?: boolean;
    } = {},
  ) {
    super(code, message, usage, { ...more, isUnpaid: usage === FREE });
    this.#said = said;
  }

  /** Whether the provider names what it does not take. */
  speaksOf(parameter: RegExp): boolean {
    return parameter.test(this.#said);
  }
}
