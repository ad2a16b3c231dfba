import { type Issue, isJsonObject, type Json, type JsonObject } from '#core';
import { type FileOutcome, redactJson, writeFileAtomic } from '#platform';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriveJob, RunKey } from './drive-job.ts';
import { shortHash } from './fingerprint.ts';

const VERSION = 1;

/** What a cassette holds besides the trace. */
export interface CassetteNotes {
  readonly fingerprint: unknown;
  /** The hash of the tools that were offered; null where nobody knows. */
  readonly catalog: string | null;
  /** Why the run could not be carried out; null when it could. */
  readonly error: string | null;
  readonly issues: readonly Issue[];
}

/** The file of a run: readable names, and never the same for two runs. */
export function cassettePath(folder: string, { kind, name, case: row, run }: RunKey): string {
  const owner = join(folder, slug(`${name}`, [kind, name]));
  return join(owner, row === null ? `run-${run}.json` : `${slug(row, row)}.${run}.json`);
}

function slug(text: string, identity: unknown): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '');
  return `${words === '' ? 'run' : words}-${shortHash(identity).slice(0, 8)}`;
}

/**
 * Writes a run whole or not at all: a native trace that any command reads, with what went over the wire beside it.
 * Secrets are taken out of everything.
 */
export async function writeCassette(
  { path, key, fingerprint }: Pick<DriveJob, 'path' | 'key' | 'fingerprint'>,
  trace: JsonObject,
  exchanges: readonly Json[],
  issues: readonly Issue[],
): Promise<FileOutcome> {
  const document = redactJson({
    ...trace,
    cassette: {
      version: VERSION,
      ...key,
      fingerprint,
      issues: issues as unknown as Json,
      exchanges,
    },
  });
  return writeFileAtomic(path, [`${JSON.stringify(document, null, 2)}\n`]);
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
  const metadata = document.metadata ?? null;
  const catalog = isJsonObject(metadata) ? metadata.catalog_sha256 : null;
  return {
    fingerprint,
    catalog: typeof catalog === 'string' ? catalog : null,
    error: typeof document.error === 'string' ? document.error : null,
    issues: Array.isArray(issues) ? (issues as unknown as readonly Issue[]) : [],
  };
}
