import { Budget, findKey, type ModelProvider } from '#drivers';
import { openJuror, type Panel } from '#judge';
import { runError } from '../issues/run-codes.ts';
import type { JudgeToolsOptions } from './judge-options.ts';

const AT_ONCE = 4;
/** The address of a model that is not asked. */
const NOWHERE = 'http://localhost';

/** The model as the only judge of a panel. */
export function openToolJudge(options: JudgeToolsOptions): Panel {
  const { model, prices, maxCost, isReplay } = options;
  const budgets =
    maxCost === null ? [] : [new Budget({ calls: null, tokens: null, cost: maxCost })];
  const juror = openJuror({
    label: model,
    // It only proposes: the report names the model that answered.
    allowAlias: true,
    baseUrl: isReplay ? NOWHERE : options.baseUrl,
    ...keyOf(options),
    seed: null,
    prices,
    reserved: budgets,
  });
  return { jurors: [juror], guide: null, budgets, concurrency: AT_ONCE };
}

/** A variable that was named must be there; the vendor's usual one may be. */
function keyOf(options: JudgeToolsOptions): ReturnType<typeof findKey> {
  const { apiKeyEnv: named, isReplay, model } = options;
  if (isReplay) return { apiKey: null, keyVariable: null };
  const provider = model.slice(0, model.indexOf(':')) as ModelProvider;
  const key = findKey(provider, { ...options, named });
  if (named === null || key.apiKey !== null) return key;
  throw runError('ENVIRONMENT_MISSING', `${named} is not set in the environment`, {
    hint: '--api-key-env names it',
  });
}
