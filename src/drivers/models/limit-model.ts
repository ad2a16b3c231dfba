import type { ChatModel } from '../chat.ts';
import type { SpendingLimit } from './budget.ts';
import { MODEL_WORLD, type ModelWorld } from './model-world.ts';
import { reserveModel } from './reserve-model.ts';
import { RetryingModel } from './retrying-model.ts';
import type { Prices } from './prices.ts';
import type { RateGate } from './rate-limits.ts';
import { StructuredModel } from './structured-model.ts';

/** What all runs of all agents share, and what concerns one model. */
export interface ModelLimits {
  readonly rateLimits?: RateGate;
  readonly budget?: SpendingLimit;
  /** Budgets that must have the upper limit of a request left before it begins. */
  readonly reserved?: readonly SpendingLimit[];
  readonly prices?: Prices | null;
  /** How often one question is asked at most. */
  readonly attempts?: number;
}

/** A model that is asked again where that may help, and never beyond the limits: each attempt counts. */
export function limitModel(
  model: ChatModel,
  { rateLimits, budget, reserved = [], prices = null, attempts }: ModelLimits,
  world: ModelWorld = MODEL_WORLD,
): ChatModel {
  const held = reserved.reduce((inner, budget) => reserveModel(inner, budget, prices), model);
  const paid = budget === undefined ? held : budget.wrap(held, prices);
  const slowed = rateLimits === undefined ? paid : rateLimits.wrap(paid);
  return new RetryingModel(new StructuredModel(slowed), world, attempts);
}
