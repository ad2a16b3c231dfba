import { join, resolve } from 'node:path';
import { UserError } from '#core';
import { type JudgeToolsOptions, runError } from '#run';
import { stateFolder } from '#store';
import { idleFlag } from '../flags/idle-flags.ts';
import { type Flag, parseAmount, parseWholeNumber, valueError } from '../flags/values.ts';

/** The flags that say which model judges doubtful pairs, as commander gives them. */
export interface JudgeToolsFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly prices?: string;
  readonly maxCost?: string;
  readonly maxPairs?: string;
  readonly minDoubtful?: string;
  readonly record?: string;
  readonly replay?: string;
}

/** Nothing that hides or breaks a line. */
const MODEL = /^(?:openai|anthropic|google|openai-compatible):[\x21-\x7e]{1,200}$/;

/** Pairs below are not compared further. */
const MIN_DOUBTFUL = 50;
const MAX_PAIRS = 200;

const flagOf = (name: string): Flag => ({ name, code: 'TOOLS_MODEL' });

/** Which model judges doubtful pairs; null without one. */
export function parseJudgeFlags(flags: JudgeToolsFlags): JudgeToolsOptions | null {
  const { model, baseUrl = null, apiKeyEnv = null, record, replay } = flags;
  if (model === undefined) return rejectOthers(flags);
  if (!MODEL.test(model))
    throw valueError(
      flagOf('--model'),
      model,
      'write openai:…, anthropic:…, google:…, or openai-compatible:… with --base-url',
    );
  if (model.startsWith('openai-compatible:') && baseUrl === null && replay === undefined)
    throw valueError(
      flagOf('--model'),
      model,
      'it needs --base-url, such as http://127.0.0.1:11434/v1',
    );
  if (replay !== undefined) rejectWith(flags, ['record', 'maxCost'], '--replay asks no model');
  const folder = replay ?? record;
  const prices = flags.prices === undefined ? null : parsePrices(flags.prices);
  if (flags.maxCost !== undefined && prices === null)
    throw runError('TOOLS_MODEL', '--max-cost needs the prices of the model', {
      hint: 'add --prices input,output per million tokens, such as 0.25,2',
    });
  return {
    model,
    baseUrl,
    apiKeyEnv,
    prices,
    maxCost: flags.maxCost === undefined ? null : parseAmount(flagOf('--max-cost'), flags.maxCost),
    maxPairs:
      flags.maxPairs === undefined
        ? MAX_PAIRS
        : parseWholeNumber(flagOf('--max-pairs'), flags.maxPairs, 1),
    minDoubtful:
      flags.minDoubtful === undefined
        ? null
        : parseWholeNumber(flagOf('--min-doubtful'), flags.minDoubtful, MIN_DOUBTFUL, 100),
    cache: join(stateFolder(process.cwd()), 'judge'),
    folder: folder === undefined ? null : resolve(folder),
    isReplay: replay !== undefined,
    environment: process.env,
  };
}

function parsePrices(text: string): { readonly input: number; readonly output: number } {
  const parts = /^(\d{1,6}(?:\.\d{1,6})?),(\d{1,6}(?:\.\d{1,6})?)$/.exec(text);
  if (parts !== null) return { input: Number(parts[1]), output: Number(parts[2]) };
  throw valueError(
    flagOf('--prices'),
    text,
    'write what a million tokens cost, in and out, such as 0.25,2',
  );
}

type Key = Exclude<keyof JudgeToolsFlags, 'model'>;

const NAMES: Readonly<Record<Key, string>> = {
  baseUrl: '--base-url',
  apiKeyEnv: '--api-key-env',
  prices: '--prices',
  maxCost: '--max-cost',
  maxPairs: '--max-pairs',
  minDoubtful: '--min-doubtful',
  record: '--record',
  replay: '--replay',
};

function rejectOthers(flags: JudgeToolsFlags): null {
  rejectWith(flags, Object.keys(NAMES) as Key[], 'no model is asked', 'add --model');
  return null;
}

function rejectWith(
  flags: JudgeToolsFlags,
  keys: readonly Key[],
  why: string,
  hint?: string,
): void {
  const idle = keys.filter((key) => flags[key] !== undefined);
  if (idle.length > 0) throw new UserError(idle.map((key) => idleFlag(NAMES[key], why, hint)));
}
