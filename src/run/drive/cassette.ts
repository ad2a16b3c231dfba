import { type Issue, isJsonObject, type Json, type JsonObject } from '#core';
import { type FileOutcome, redactJson, writeFileDurably } from '#platform';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriveJob, RunKey } from './drive-job.ts';
import { shortHash } from './fingerprint.ts';
import { hideSecrets } from './known-secrets.ts';

const VERSION = 1;

/** What a cassette holds besides the trace. */
export interface CassetteNotes {
  readonly fingerprint: unknown;
  /** The hash of the tools that were offered; null where nobody knows. */
  readonly catalog: string | null;
  /** Why the run could not be carried out; null when it could. */
  readonly error: string | null;
  readonly issues: readonly Issue[];
  /** What the run used; null where nobody knows. */
  readonly usage: JsonObject | null;
}

/** The file of a run: readable names, and never the same for two runs. */
export function cassettePath(folder: string, { kind, name, case: row, run }: RunKey): string {
  const owner = join(folder, slug(name, [kind, name]));
  return join(owner, row === null ? `run-${run}.json` : `${slug(row, row)}.${run}.json`);
}

function slug(text: string, identity: unknown): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '');
  return `${words === '' ? 'run' : words}-${shortHash(identity).slice(0, 12)}`;
}

/** Writes cassettes; what all runs of an agent have in common is prepared once. */
export class CassetteWriter {
  /** The tools without secrets as text, by the hash of their list. */
  readonly #tools = new Map<string, string>();
  readonly #secrets: readonly string[];

  /** These are taken out wherever they stand, beside what looks like a secret. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /**
   * Writes a run whole or not at all: a native trace that any command reads, with what went over the wire beside it.
   * Secrets are taken out of everything.
   */
  write(
    { path, key, fingerprint }: Pick<DriveJob, 'path' | 'key' | 'fingerprint'>,
    { tools, ...trace }: JsonObject,
    exchanges: readonly Json[],
    issues: readonly Issue[],
  ): Promise<FileOutcome> {
    const catalog = catalogOf(trace);
    const members = Object.entries(redactJson(trace) as JsonObject).map((member) =>
      this.#formatMember(member),
    );
    if (tools !== undefined) members.push(`  "tools": ${this.#formatTools(tools, catalog)}`);
    const notes = {
      version: VERSION,
      ...key,
      fingerprint,
      issues: issues as unknown as Json,
      exchanges: catalog === null ? exchanges : exchanges.map((one) => withoutTools(one, catalog)),
    };
    members.push(this.#formatMember(['cassette', redactJson(notes)]));
    return writeFileDurably(path, `{\n${members.join(',\n')}\n}\n`);
  }

  /** A tool a line. */
  #formatTools(tools: Json, catalog: string | null): string {
    const known = catalog === null ? undefined : this.#tools.get(catalog);
    if (known !== undefined) return known;
    const clean = redactJson(tools);
    const lines = Array.isArray(clean) ? clean.map((tool) => `    ${this.#format(tool)}`) : null;
    const text = lines === null ? this.#format(clean) : `[\n${lines.join(',\n')}\n  ]`;
    if (catalog !== null) this.#tools.set(catalog, text);
    return text;
  }

  #formatMember([name, value]: readonly [string, Json]): string {
    return `  ${JSON.stringify(name)}: ${this.#format(value, 2).replaceAll('\n', '\n  ')}`;
  }

  #format(value: Json, indent = 0): string {
    if (this.#secrets.length === 0) return JSON.stringify(value, null, indent);
    const hide = (_key: string, held: unknown): unknown =>
      typeof held === 'string' ? hideSecrets(held, this.#secrets) : held;
    return JSON.stringify(value, hide, indent);
  }
}

/** Every request repeats the tools, which stand in the trace already. */
function withoutTools(exchange: Json, catalog: string): Json {
  if (!isJsonObject(exchange) || !isJsonObject(exchange.request ?? null)) return exchange;
  const request = exchange.request as JsonObject;
  if (!Array.isArray(request.tools)) return exchange;
  return { ...exchange, request: { ...request, tools: `as offered, ${catalog}` } };
}

function catalogOf({ metadata = null }: JsonObject): string | null {
  const hash = isJsonObject(metadata) ? metadata.catalog_sha256 : null;
  return typeof hash === 'string' ? hash : null;
}

/** What a cassette says about itself; null when there is none, or none that can be used. */
export async function readCassetteNotes(path: string): Promise<CassetteNotes | null> {
  let document: Json;
  try {
    document = JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch {
    return null;
  }
  if (!isJsonObject(document) || !isJsonObject(document.cassette ?? null)) return null;
  const { version, fingerprint, issues } = document.cassette as JsonObject;
  if (version !== VERSION) return null;
  const { metadata = null, usage = null } = document;
  const catalog = isJsonObject(metadata) ? metadata.catalog_sha256 : null;
  return {
    fingerprint,
    catalog: typeof catalog === 'string' ? catalog : null,
    error: typeof document.error === 'string' ? document.error : null,
    issues: Array.isArray(issues) ? issues : [],
    usage: isJsonObject(usage) ? usage : null,
  };
}
