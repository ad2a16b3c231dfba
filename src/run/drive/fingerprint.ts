import { createHash } from 'node:crypto';
import { canonicalJson, isJsonObject, type Json } from '#core';
import type { DriveTask } from '#drivers';
import type { DrivePlan, Suite } from '#suite';

/** What a run depends on, part by part, each as a short hash: a cassette is stale when one of them changed. */
export type Fingerprint = Readonly<Record<(typeof PARTS)[number], string>>;

const PARTS = [
  'prompt',
  'system',
  'model',
  'servers',
  'tools',
  'overrides',
  'distractors',
  'settings',
] as const;

/** What people call the parts. */
const NAMES: Readonly<Record<(typeof PARTS)[number], string>> = {
  prompt: 'the prompt',
  system: 'the system text',
  model: 'the model',
  servers: 'the servers',
  tools: 'the mocked tools',
  overrides: 'the overrides',
  distractors: 'the distractors',
  settings: 'the settings of the agent',
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
]);

/** What files that an agent names hold, as far as a run depends on it. */
export interface FileHashes {
  readonly servers: Json;
  readonly catalog: string | null;
  readonly distractors: string | null;
  readonly mocks: string | null;
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
    settings: shortHash({ ...Object.fromEntries(settings), stopsAfterDecision }),
  };
}

/** What a run is asked, as its fingerprint has it. */
export function promptHash({
  history,
  turns,
  context,
}: Pick<DriveTask, 'history' | 'turns' | 'context'>): string {
  return shortHash({ history, turns, context });
}

/** What changed between two fingerprints, as people call it; empty when nothing did. */
export function explainChange(before: unknown, now: Fingerprint): readonly string[] {
  const old = isJsonObject(before) ? (before as Partial<Fingerprint>) : {};
  return PARTS.filter((part) => old[part] !== now[part]).map((part) => NAMES[part]);
}

/** The beginning of the SHA-256 of a value; the order of members does not matter. */
export function shortHash(value: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(value ?? null)) as Json))
    .digest('hex')
    .slice(0, 16);
}
