import { UserError } from '#core';
import type { DraftOptions } from '#run';

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

/** The model that drafts, by the flags; null without one. */
export function parseDraftFlags({
  model,
  baseUrl,
  apiKeyEnv,
  maxCalls,
}: DraftFlags): Drafter | null {
  if (model === undefined) {
    if ([baseUrl, apiKeyEnv, maxCalls].some((flag) => flag !== undefined))
      throw refuseModel('--base-url, --api-key-env and --max-calls go with --model');
    return null;
  }
  if (!MODEL.test(model))
    throw refuseModel(
      `--model ${model}: write openai:…, anthropic:…, google:…, or openai-compatible:… with --base-url`,
    );
  if (model.startsWith('openai-compatible:') && baseUrl === undefined)
    throw refuseModel(`--model ${model} needs --base-url, such as http://127.0.0.1:11434/v1`);
  if (maxCalls !== undefined && !/^[1-9]\d{0,8}$/.test(maxCalls))
    throw refuseModel(`--max-calls ${maxCalls}: write a whole number from 1`);
  return {
    model,
    baseUrl: baseUrl ?? null,
    apiKeyEnv: apiKeyEnv ?? null,
    maxCalls: maxCalls === undefined ? null : Number(maxCalls),
  };
}

/** Why the flags of a model cannot be used. */
export function refuseModel(message: string): UserError {
  return new UserError([{ code: 'INIT_MODEL', severity: 'error', message, where: null }]);
}
