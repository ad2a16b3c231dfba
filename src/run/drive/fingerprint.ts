import { createHash } from 'node:crypto';
import { canonicalJson, ExactNumber, isJsonObject, type Json } from '#core';
import type { Ask } from './to-chat-messages.ts';
import type { DrivePlan, Suite } from '#suite';

/** What a run depends on, part by part, each as a short hash: a cassette is stale when one of them changed. */
export type Fingerprint = Readonly<Record<Exclude<Part, 'code'>, string>> & {
  /** Only where files hold code of the agent. */
  readonly code?: string;
};

type Part = (typeof PARTS)[number];

const PARTS = [
  'prompt',
  'system',
  'model',
  'servers',
  'tools',
  'overrides',
  'distractors',
  'settings',
  'code',
] as const;

/** What people call the parts. */
const NAMES: Readonly<Record<Part, string>> = {
  prompt: 'the prompt',
  system: 'the system text',
  model: 'the model',
  servers: 'the servers',
  tools: 'the mocked tools',
  overrides: 'the overrides',
  distractors: 'the distractors',
  settings: 'the settings of the agent',
  code: 'the code of the agent',
};

/** The parts of an agent that have a place of their own, or no bearing on what it does. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'model',
  'models',
  'system',
  'servers',
  'mocks',
  'mocks_from',
  'catalog',
  'overrides',
  'distractors',
  'prices',
  'limits',
  'budget',
  'timeout',
  'traces',
  'api_key_env',
  'answers_as',
  'complete',
  'watch',
]);

/** What files that an agent names hold, as far as a run depends on it. */
export interface FileHashes {
  readonly servers: Json;
  readonly catalog: string | null;
  readonly distractors: string | null;
  readonly mocks: string | null;
  /** The code of the agent; null where it has none in files. */
  readonly code: string | null;
}

/** What all runs of a plan depend on alike: the same suite gives the same. */
export function fingerprintOf(
  { agent, stopsAfterDecision }: DrivePlan,
  suite: Suite,
  files: FileHashes,
): Omit<Fingerprint, 'prompt'> {
  const { document, model } = agent;
  const settings = Object.entries(document).filter(([key]) => !ELSEWHERE.has(key));
  return {
    system: shortHash(document.system ?? null),
    model: shortHash(model),
    servers: shortHash(files.servers),
    tools: shortHash({ mocks: [document.mocks ?? null, files.mocks], catalog: files.catalog }),
    overrides: shortHash({ ...suite.overrides, ...document.overrides }),
    distractors: shortHash({ ...document.distractors, from: files.distractors }),
    settings: shortHash({
      ...Object.fromEntries(settings),
      stopsAfterDecision,
      // Recordings from when all runs had the same seed are one sample.
      ...(document.seed === undefined ? {} : { seeds: 'by run' }),
    }),
    ...(files.code === null ? {} : { code: files.code }),
  };
}

/** A simulated user without what has no bearing on what it says. */
function withoutCosts(user: NonNullable<Ask['userDocument']>): object {
  const { prices: _prices, api_key_env: _key, answers_as: _name, ...rest } = user;
  return rest;
}

/** What a run is asked, as its fingerprint has it. */
export function promptHash(ask: Ask): string {
  const { history, turns, images, userDocument, context, messages, fault } = ask;
  // What cannot be read as messages is a part of the prompt all the same.
  return shortHash({
    history,
    turns,
    context,
    ...(images === undefined ? {} : { images }),
    ...(userDocument === undefined ? {} : { user: withoutCosts(userDocument) }),
    ...(fault === undefined ? {} : { given: messages }),
  });
}

/** What changed between two fingerprints, as people call it; empty when nothing did. */
export function explainChange(before: unknown, now: Fingerprint): readonly string[] {
  const old = partsOf(before);
  return PARTS.filter(
    (part) => old[part] !== now[part] && !(part === 'code' && old.code === undefined),
  ).map((part) => NAMES[part]);
}

/** Whether a run depends on code of which its recording, by an older version, has no hash. */
export function lacksCode(before: unknown, now: Fingerprint): boolean {
  return now.code !== undefined && partsOf(before).code === undefined;
}

function partsOf(fingerprint: unknown): Partial<Fingerprint> {
  return isJsonObject(fingerprint) ? fingerprint : {};
}

/** The beginning of the SHA-256 of a value; the order of members does not matter. */
export function shortHash(value: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(plain(value ?? null)))
    .digest('hex')
    .slice(0, 16);
}

/** A value as JSON has it: without members that have no value. */
function plain(value: unknown): Json {
  if (value instanceof ExactNumber) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item ?? null));
  if (!isJsonObject(value)) return (value ?? null) as Json;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, held]) =>
      held === undefined ? [] : [[key, plain(held)] as const],
    ),
  );
}
