import { isJsonObject, type Json, parseJson, REDACTED, redactText } from '#core';
import { retryAfterMs } from '#platform';
import type { DriveFault } from '../codes.ts';
import { DriveError } from '../driver.ts';
import { TransientError } from './transient-error.ts';
import { RefusedRequest } from './refused-request.ts';
import { objectAt, objectsAt, textAt } from './wire.ts';

/** A model as messages about it need it. */
export interface AskedModel {
  /** `openai:gpt-5-mini` */
  readonly label: string;
  /** What must never be shown; null where no key was sent. */
  readonly apiKey: string | null;
  /** What to do when the provider does not let us in. */
  readonly keyHint: string;
}

/** An answer other than success. */
export interface Refusal {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
}

const PASSING = new Set([408, 409, 429]);
const MAX_QUOTE_LENGTH = 200;
const UNKNOWN_MODEL =
  /model[^.]{0,120}(?:not found|does not exist)|(?:unknown|invalid|no such) model|model_not_found/i;
const BAD_KEY = /API_KEY_INVALID|API key (?:not valid|expired)/;
/** Not by the words of OpenAI's message: Google says the same of limits that pass. */
const NO_CREDIT = /insufficient_quota|credit balance is too low/i;

/** Why a provider did not answer, in our words and the beginning of its own. */
export function refusalError(asked: AskedModel, refusal: Refusal, now: number): DriveError {
  const { status, body } = refusal;
  const said = `HTTP ${status}${quote(asked, body)}`;
  if (status === 401 || status === 403 || (status === 400 && BAD_KEY.test(body)))
    return final('MODEL_KEY', `${asked.label} does not let us in: ${said}`, asked.keyHint);
  if (status === 402 || NO_CREDIT.test(body))
    return final('MODEL_QUOTA', `${asked.label} has no credit left: ${said}`);
  if (status === 404 || ((status === 400 || status === 422) && UNKNOWN_MODEL.test(body)))
    // Routers also return this where no provider offers the model with the parameters of the request.
    return new RefusedRequest(
      'MODEL_UNKNOWN',
      `${asked.label} is not known to its provider: ${said}`,
      body,
      { isFinal: true, hint: 'look at the name of the model and at `base_url`' },
    );
  if (status >= 300 && status < 400)
    return final(
      'MODEL_FAILED',
      `${asked.label} sends us elsewhere (HTTP ${status}), and keys are not taken along`,
      'write the final address as `base_url`',
    );
  if (PASSING.has(status) || status >= 500)
    return new TransientError('MODEL_FAILED', `${asked.label} gave no answer: ${said}`, {
      waitMs: askedWaitMs(refusal, now),
      isRateLimit: status === 429,
      isUnpaid: true,
    });
  return new RefusedRequest('MODEL_REFUSED', `${asked.label} refused the request: ${said}`, body);
}

function final(code: DriveFault, message: string, hint?: string): DriveError {
  const more = hint === undefined ? {} : { hint };
  return new DriveError(code, message, { isFinal: true, isUnpaid: true, ...more });
}

/** The wait that a provider asks for: by a header in seconds, as a date or in milliseconds, or inside the error as Google does. */
function askedWaitMs({ header, body }: Refusal, now: number): number | null {
  const inMs = header('retry-after-ms');
  if (inMs !== null && /^\d{1,8}$/.test(inMs)) return Number(inMs);
  const byHeader = retryAfterMs(header('retry-after'), new Date(now));
  if (byHeader !== null) return byHeader;
  const parsed = parseJson(body);
  const error = parsed.ok && isJsonObject(parsed.value) ? objectAt(parsed.value, 'error') : {};
  for (const detail of objectsAt(error, 'details')) {
    const [, seconds] = /^(\d{1,6}(?:\.\d+)?)s$/.exec(textAt(detail, 'retryDelay')) ?? [];
    if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000);
  }
  return null;
}

/** The beginning of what a provider said; it may have said our key back to us. */
function quote({ apiKey }: AskedModel, body: string): string {
  const parsed = parseJson(body);
  const message = (parsed.ok ? messageIn(parsed.value) : null) ?? body.trim();
  if (message === '') return '';
  const clean = redactText(apiKey === null ? message : message.replaceAll(apiKey, REDACTED));
  return `: ${clean.slice(0, MAX_QUOTE_LENGTH)}`;
}

function messageIn(value: Json): string | null {
  if (!isJsonObject(value)) return null;
  if (typeof value.error === 'string') return value.error;
  const message = textAt(objectAt(value, 'error'), 'message') || textAt(value, 'message');
  return message === '' ? null : message;
}
