import { type DraftOptions, runError } from '#run';
import { type Flag, parseWholeNumber } from '../flags/values.ts';

/** The flags that say who drafts prompts, as commander gives them. */
export interface DraftFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly maxCalls?: string;
}

/** Who drafts. */
export type Drafter = Pick<DraftOptions, 'model' | 'baseUrl' | 'apiKeyEnv' | 'maxCalls'>;

/** The name goes into a comment of the suite: no blank, no line break, nothing that hides. */
const MODEL = /^(?:openai|anthropic|google|openai-compatible):[\x21-\x7e]{1,200}$/;

const MAX_CALLS: Flag = { name: '--max-calls', code: 'INIT_MODEL' };

/** The model that drafts, by the flags; null without one. */
export function parseDraftFlags({
  model,
  baseUrl,
  apiKeyEnv,
  maxCalls,
}: DraftFlags): Drafter | null {
  if (model === undefined) {
    if ([baseUrl, apiKeyEnv, maxCalls].some((flag) => flag !== undefined))
      throw runError('INIT_MODEL', '--base-url, --api-key-env and --max-calls go with --model');
    return null;
  }
  if (!MODEL.test(model))
    throw runError(
      'INIT_MODEL',
      `--model ${model}: write openai:…, anthropic:…, google:…, or openai-compatible:… with --base-url`,
    );
  if (model.startsWith('openai-compatible:') && baseUrl === undefined)
    throw runError(
      'INIT_MODEL',
      `--model ${model} needs --base-url, such as http://127.0.0.1:11434/v1`,
    );
  return {
    model,
    baseUrl: baseUrl ?? null,
    apiKeyEnv: apiKeyEnv ?? null,
    maxCalls: maxCalls === undefined ? null : parseWholeNumber(MAX_CALLS, maxCalls, 1),
  };
}

/** Throws a UserError where a model is named and there are no servers whose tools it could draft prompts for. */
export function rejectModel(flags: DraftFlags): void {
  if (parseDraftFlags(flags) !== null) throw runError('INIT_MODEL', '--model goes with --servers');
}
