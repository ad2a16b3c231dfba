import {
  isJsonObject,
  parseJson,
  type Report,
  type SuiteRef,
  type Totals,
  type Verdict,
} from '#core';
import { check } from './check.ts';
import { anyText, either } from './json-schema.ts';
import { shard, suites, totals } from './report.ts';
import { count, nothing, open, optional, textOrNull, verdict } from './report-parts.ts';

/** What the history knows of a run without opening its report. */
export interface RunRecord {
  readonly schemaVersion: 1;
  readonly name: string | null;
  /** Wall time, for people; the order of runs never rests on it. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly verdict: Verdict;
  readonly totals: Totals;
  readonly suites: readonly SuiteRef[];
  readonly shard?: NonNullable<Report['shard']>;
  /** What was checked out; null outside a git repository. */
  readonly revision: Revision | null;
  readonly version: string;
  /** The report's bytes, so that damage is noticed. */
  readonly report: { readonly sha256: string; readonly bytes: number };
}

/** A run of the history; one whose record cannot be read is still listed. */
export type KeptRun =
  | { readonly id: number; readonly record: RunRecord }
  | { readonly id: number; readonly record: null; readonly reason: string };

/** A commit, and the branch it was on; null when HEAD was detached. */
export interface Revision {
  readonly commit: string;
  readonly branch: string | null;
}

/** What a record consists of. Later versions may add to it. */
const recordSchema = open<Omit<RunRecord, 'schemaVersion'>>({
  name: textOrNull,
  startedAt: anyText,
  durationMs: count,
  verdict,
  totals,
  suites,
  shard: optional(shard),
  revision: either(open<Revision>({ commit: anyText, branch: textOrNull }), nothing),
  version: anyText,
  report: open<RunRecord['report']>({ sha256: anyText, bytes: count }),
});

export type ParsedRecord =
  | { readonly ok: true; readonly record: RunRecord }
  | { readonly ok: false; readonly reason: string };

/** Reads the text of a saved record. */
export function parseRunRecord(source: string): ParsedRecord {
  const parsed = parseJson(source);
  return parsed.ok ? checkRunRecord(parsed.value) : reject(`is not JSON: ${parsed.message}`);
}

/** Takes a value for a record, if it is one. */
export function checkRunRecord(value: unknown): ParsedRecord {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'schemaVersion'))
    return reject('is not the record of a run');
  if (value.schemaVersion !== 1)
    return reject('was written by another version of whichtool, which this one does not read');
  const [finding] = check(recordSchema, value);
  if (finding === undefined && !Number.isNaN(Date.parse(value.startedAt as string)))
    return { ok: true, record: value as unknown as RunRecord };
  const path = [...(finding?.path ?? []), finding?.key].filter((step) => step !== undefined);
  return reject(`"${finding === undefined ? 'startedAt' : path.join('.')}" is not as it should be`);
}

function reject(reason: string): ParsedRecord {
  return { ok: false, reason };
}
