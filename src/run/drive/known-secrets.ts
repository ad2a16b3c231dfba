import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { REDACTED } from '#core';
import { keptSecrets, readMcpJson } from '#drivers';
import type { DriveJob } from './drive-job.ts';
import { expandVariables } from '../agents/expand-variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_NAME = /key|token|secret|pass|auth|credential/i;
const SCHEME = /^(?:Bearer|Basic|Token)\s+/i;
/** A shorter secret would be found in ordinary words. */
const MIN_LENGTH = 6;

/**
 * The secrets that agents and servers are given: keys of models, what headers contain, and variables whose names sound
 * like secrets. Their form does not show that they are secrets. They stand in suites, in the environment, and in the
 * mcp.json that a suite names.
 */
export function knownSecrets(
  jobs: readonly Pick<DriveJob, 'suite' | 'plan'>[],
  environment: Environment,
): readonly string[] {
  const secrets = new Set<string>();
  const parts = jobs.flatMap(({ suite, plan }): (object | string)[] => [
    plan.agent.document,
    ...(typeof suite.servers === 'string' ? [suite.servers] : Object.values(suite.servers)),
  ]);
  for (const part of new Set(parts)) {
    if (typeof part === 'string') addFile(part, environment, secrets);
    else addPart(part, environment, secrets);
  }
  // The longest first: one may contain another.
  return [...secrets]
    .filter((secret) => secret.length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** A text without these. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}

/** An mcp.json. One that cannot be read is reported where its servers are started. */
function addFile(path: string, environment: Environment, secrets: Set<string>): void {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return;
  }
  const options = { file: path, folder: dirname(path), restart: 'never' as const };
  const { servers } = readMcpJson(text, { ...options, env: (name) => environment[name] });
  for (const server of servers.values()) addPart(server, environment, secrets);
  addVariables(text, environment, secrets);
}

/** An agent or a server: its `env` and `headers`, and the variables that it uses anywhere. */
function addPart(part: object, environment: Environment, secrets: Set<string>): void {
  const {
    api_key_env: key,
    headers = {},
    env = {},
    oauth = {},
    url,
  } = expandVariables(
    part as { api_key_env?: string; headers?: object; env?: object; oauth?: object; url?: string },
    environment,
    new Set(),
  );
  if (key !== undefined) secrets.add(environment[key] ?? '');
  const { issuer } = oauth as { readonly issuer?: string };
  if (issuer !== undefined && url !== undefined)
    for (const token of keptSecrets({ url, issuer })) secrets.add(token);
  for (const [name, value] of Object.entries({ ...env, ...oauth }))
    if (SECRET_NAME.test(name)) secrets.add(String(value));
  for (const [name, value] of Object.entries(headers)) {
    if (!PLAIN_HEADERS.has(name.toLowerCase())) secrets.add(String(value).replace(SCHEME, ''));
  }
  const written = (part as { headers?: object }).headers ?? {};
  for (const name of variablesIn(JSON.stringify(written))) secrets.add(environment[name] ?? '');
  addVariables(JSON.stringify(part), environment, secrets);
}

/** Headers whose values are written in every document. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-type',
  'host',
  'origin',
  'referer',
  'user-agent',
]);

function addVariables(text: string, environment: Environment, secrets: Set<string>): void {
  for (const name of variablesIn(text))
    if (SECRET_NAME.test(name)) secrets.add(environment[name] ?? '');
}

/** `${NAME}`, `${env:NAME}` and `${NAME:-default}`. */
function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{(?:env:)?(\w+)(?::-[^}]{0,200})?\}/g)].map(([, name = '']) => name);
}
