import type { JsonObject } from '#core';
import {
  MODEL_WORLD,
  type ModelLimits,
  type ModelOptions,
  type ModelProvider,
  type ModelSettings,
  openModel,
  type Prices,
  RateLimits,
} from '#drivers';
import { defaultTemperature } from './names/default-temperature.ts';
import { isPinned } from './names/is-pinned.ts';
import { splitModelName } from './names/model-name.ts';
import type { Juror } from './panel.ts';
import { judgeError } from './codes.ts';

const UNLIMITED = { requestsPerMinute: null, tokensPerMinute: null, maxInFlight: null };
const REQUEST_TIMEOUT_MS = 300_000;
const DEFAULT_MAX_TOKENS = 2048;
/** What a model that thinks gets for it beside its answer, where the suite does not say how much. */
const DEFAULT_THINKING_TOKENS = 4096;

/** A judge as a suite or a command names it. */
export interface JurorOptions
  extends
    Omit<ModelOptions, 'provider' | 'model' | 'timeoutMs'>,
    Pick<ModelLimits, 'rateLimits' | 'reserved' | 'attempts'> {
  /** `provider:model`. */
  readonly label: string;
  /** Whether a name that moves is accepted. */
  readonly allowAlias: boolean;
  /** Absent: 0 where the model takes one with its other settings. */
  readonly temperature?: number | null;
  readonly seed: number | null;
  readonly maxTokens?: number;
  readonly settings?: ModelSettings;
  /** `extraBody` as the suite writes it, without what `${}` is filled with. */
  readonly writtenBody?: JsonObject;
  readonly prices: Prices | null;
}

/** A judge that can be asked. Throws a UserError where its model is an alias, or cannot be asked at all. */
export function openJuror(
  {
    label,
    allowAlias,
    temperature,
    seed,
    maxTokens,
    settings = {},
    writtenBody,
    prices,
    ...options
  }: JurorOptions,
  world: typeof MODEL_WORLD = MODEL_WORLD,
): Juror {
  requirePinned(label, options.answersAs, allowAlias);
  const colon = label.indexOf(':');
  const { rateLimits, reserved, attempts, ...connection } = options;
  const limits: ModelLimits = {
    prices,
    // Even without limits, one "too many requests" holds up all.
    rateLimits: rateLimits ?? new RateLimits(UNLIMITED, world),
    ...(reserved === undefined ? {} : { reserved }),
    ...(attempts === undefined ? {} : { attempts }),
  };
  const model = openModel(
    {
      ...connection,
      provider: label.slice(0, colon) as ModelProvider,
      model: label.slice(colon + 1),
      timeoutMs: REQUEST_TIMEOUT_MS,
    },
    limits,
    world,
  );
  return {
    label,
    model,
    ...(options.answersAs === undefined ? {} : { answersAs: options.answersAs }),
    temperature: temperature === undefined ? defaultTemperature(label, settings) : temperature,
    seed,
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(writtenBody === undefined ? {} : { extraBody: writtenBody }),
    maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS + thinkingTokens(settings),
    prices,
  };
}

function thinkingTokens({ thinking = false, reasoningEffort }: ModelSettings): number {
  if (typeof thinking === 'number') return thinking;
  const thinks = thinking || (reasoningEffort !== undefined && reasoningEffort !== 'none');
  return thinks ? DEFAULT_THINKING_TOKENS : 0;
}

/** Throws where a judge may be another model tomorrow. A deployment that must answer as a snapshot is one. */
export function requirePinned(
  label: string,
  answersAs: string | undefined,
  allowAlias: boolean,
): void {
  if (allowAlias || isPinned(label) || isPinned(answersAs ?? '')) return;
  throw judgeError('JUDGE_ALIAS', `the judge \`${label}\` is an alias that moves`, {
    hint: `name a snapshot such as ${exampleFor(label)}, or say \`allow_alias: true\``,
  });
}

const EXAMPLES: readonly (readonly [name: RegExp, example: string])[] = [
  [/claude/, 'claude-sonnet-4-5-20250929 or claude-sonnet-4-6'],
  [/gemini/, 'gemini-2.0-flash-001'],
  [/mistral/, 'mistral-large-2411'],
  [/grok/, 'grok-4-0709'],
  [/gpt|^o\d/, 'gpt-4o-2024-08-06'],
];

/** A snapshot of the same vendor, for people to see the form of it. */
function exampleFor(label: string): string {
  const { id } = splitModelName(label);
  const example = EXAMPLES.find(([name]) => name.test(id))?.[1];
  return example ?? 'gpt-4o-2024-08-06 or llama-3.3-70b-instruct';
}
