import {
  type Issue,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  redactTrace,
  type RedactionPolicy,
  Redactor,
  SECRETS_ONLY,
  stringifyJson,
  withKnown,
} from '#core';
import { type FileOutcome, writeFileDurably } from '#platform';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cassetteHash, isAsWritten, toolsHashOf } from './cassette-hash.ts';
import type { DriveJob, RunKey } from './drive-job.ts';
import { shortHash } from './fingerprint.ts';
import { prettyJson } from './pretty-json.ts';
import { withSchemaChecks } from './schema-checks.ts';

const VERSION = 1;

/** What a cassette holds besides the trace. */
export interface CassetteNotes {
  readonly fingerprint: unknown;
  /** The hash of the tools that were offered; null where that is unknown. */
  readonly catalog: string | null;
  /** Why the run could not be carried out; null when it could. */
  readonly error: string | null;
  readonly issues: readonly Issue[];
  /** What the run used; null where it is not recorded. */
  readonly usage: JsonObject | null;
  /** Whether it records what it was written with; null where it has no hash to check that by. */
  readonly isAsWritten: boolean | null;
  /** The hash of what the agent answered: its calls and its words. */
  readonly answer: string;
}

/** A run as it came out. */
export interface RecordedRun {
  readonly trace: JsonObject;
  /** What went over the wire. */
  readonly exchanges: readonly Json[];
  readonly issues: readonly Issue[];
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
  /** The tools without secrets, by the hash of their list. */
  readonly #tools = new Map<string, CleanTools>();
  readonly #policy: RedactionPolicy;

  /** These secrets are replaced in names and keys, too. */
  constructor(secrets: readonly string[]) {
    this.#policy = withKnown(SECRETS_ONLY, secrets);
  }

  /**
   * The text of a run: a native trace that any command reads, with what went over the wire beside it.
   * Secrets are replaced by placeholders everywhere, equal secrets of a run by equal placeholders.
   */
  async format(
    { key, fingerprint }: Pick<DriveJob, 'key' | 'fingerprint'>,
    { trace: { tools, ...trace }, exchanges, issues }: RecordedRun,
  ): Promise<string> {
    const catalog = catalogOf(trace);
    const offered = tools === undefined ? null : this.#cleanTools(tools, catalog);
    const redactor = new Redactor(this.#policy);
    for (const value of [trace, exchanges, offered?.value ?? null]) redactor.reserve(value);
    const redacted = redactTrace(trace, redactor);
    const clean = await withSchemaChecks(redacted, { tools: tools ?? null, ...trace });
    const text = prettyJson(clean);
    const members = text === '{}' ? [] : [text.slice('{\n'.length, -'\n}'.length)];
    if (offered !== null) members.push(`  "tools": ${offered.text}`);
    const notes = {
      version: VERSION,
      ...key,
      fingerprint,
      issues: issues.map((issue) => ({ ...issue, message: redactor.message(issue.message) })),
    } as unknown as JsonObject;
    const cassette = {
      ...notes,
      sha256: cassetteHash(asRead(clean, text), offered?.hash ?? null, asRead(notes)),
      exchanges: redactor.json(
        catalog === null ? exchanges : exchanges.map((exchange) => withoutTools(exchange, catalog)),
      ),
    };
    members.push(`  "cassette": ${prettyJson(cassette, '  ')}`);
    return `{\n${members.join(',\n')}\n}\n`;
  }

  /** Writes a run atomically. */
  async write(
    job: Pick<DriveJob, 'path' | 'key' | 'fingerprint'>,
    run: RecordedRun,
  ): Promise<FileOutcome> {
    return writeFileDurably(job.path, await this.format(job, run));
  }

  /** One tool per line. */
  #cleanTools(tools: Json, catalog: string | null): CleanTools {
    const known = catalog === null ? undefined : this.#tools.get(catalog);
    if (known !== undefined) return known;
    const value = redactTrace({ tools }, new Redactor(this.#policy)).tools ?? null;
    const lines = Array.isArray(value) ? value.map((tool) => `    ${stringifyJson(tool)}`) : null;
    const text = lines === null ? stringifyJson(value) : `[\n${lines.join(',\n')}\n  ]`;
    const clean = { value, text, hash: toolsHashOf(value) };
    if (catalog !== null) this.#tools.set(catalog, clean);
    return clean;
  }
}

/** Offered tools without secrets, and as text. */
interface CleanTools {
  readonly value: Json;
  readonly text: string;
  readonly hash: string;
}

/** A value as it is read from its text: without members that have no value. */
function asRead(value: JsonObject, text = prettyJson(value)): JsonObject {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : value;
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
  const document = await readCassette(path);
  if (document === null || !isJsonObject(document.cassette ?? null)) return null;
  const { version, fingerprint, issues } = document.cassette as JsonObject;
  if (version !== VERSION) return null;
  const { usage = null, tool_calls: calls = null, output = null } = document;
  return {
    fingerprint,
    catalog: catalogOf(document),
    error: errorOf(document),
    issues: Array.isArray(issues) ? issues : [],
    usage: isJsonObject(usage) ? usage : null,
    isAsWritten: isAsWritten(document),
    answer: shortHash([Array.isArray(calls) ? calls.map(answerOf) : null, output]),
  };
}

/** A cassette as it was parsed; null when there is none, or none that is JSON. */
export async function readCassette(path: string): Promise<JsonObject | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return null;
  }
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
}

function errorOf({ error = null }: JsonObject): string | null {
  if (isJsonObject(error)) return typeof error.message === 'string' ? error.message : null;
  return typeof error === 'string' ? error : null;
}

/** What a call says, without the ids and times that differ between equal answers. */
function answerOf(call: Json): Json {
  if (!isJsonObject(call)) return call;
  const { name = null, server = null, arguments: args = null } = call;
  return [name, server, args];
}
