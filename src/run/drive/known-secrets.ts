import { REDACTED } from '#platform';
import type { DriveJob } from './drive-job.ts';

const SECRET_NAME = /key|token|secret|pass|auth|credential/i;
/** A shorter one would be found in words that are none. */
const SHORTEST = 6;

/**
 * The secrets that agents and servers take from the environment: the keys of models, what stands in headers, and
 * variables whose names sound like secrets. They do not look like secrets where somebody chose them.
 */
export function knownSecrets(
  jobs: readonly DriveJob[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const names = new Set<string>();
  for (const part of new Set(
    jobs.flatMap(({ suite, plan }): object[] => [
      plan.agent.document,
      ...(typeof suite.servers === 'string' ? [] : Object.values(suite.servers)),
    ]),
  )) {
    addNames(part, names);
  }
  const secrets = [...names].map((name) => environment[name] ?? '');
  // The longest first: one may hold another.
  return secrets.filter((secret) => secret.length >= SHORTEST).sort((a, b) => b.length - a.length);
}

/** A text without these. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}

function addNames(part: object, names: Set<string>): void {
  const { api_key_env: key, headers = {} } = part as { api_key_env?: string; headers?: object };
  if (key !== undefined) names.add(key);
  for (const name of variablesIn(headers)) names.add(name);
  for (const name of variablesIn(part)) if (SECRET_NAME.test(name)) names.add(name);
}

function variablesIn(value: object): readonly string[] {
  return [...JSON.stringify(value).matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
}
