import { isJsonObject, parseJson } from '#core';
import { check } from './check.ts';
import { anyText, either, listOf } from './json-schema.ts';
import { count, nothing, number, open, optional, textOrNull } from './report-parts.ts';

/** How far the runs are. */
export interface DriveProgress {
  /** Tests and evals with runs to make, and those of them that have all. */
  readonly tests: Done;
  readonly done: number;
  readonly total: number;
  readonly running: number;
  readonly failed: number;
  /** Tool calls, tokens and money of the runs that ended. */
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
  /** The run that is under way for the longest time. */
  readonly slowest: { readonly name: string; readonly seconds: number } | null;
  readonly seconds: number;
  /** How many workers make them; absent where this process does. */
  readonly workers?: number;
}

interface Done {
  readonly done: number;
  readonly total: number;
}

/** What a run that is not over says of itself. */
export interface RunProgress {
  readonly schemaVersion: 1;
  readonly name: string | null;
  readonly startedAt: string;
  readonly suites: readonly string[];
  /** Agent runs; null where none are made. */
  readonly runs: DriveProgress | null;
  /** Questions to judges; null where none were asked yet. */
  readonly questions: Done | null;
  /** Recorded traces that were read; null where none were yet. */
  readonly traces: number | null;
}

/** A run that is not over, and how long ago it was heard of. */
export interface ApiRunningRun extends RunProgress {
  readonly silentMs: number;
}

const done = open<Done>({ done: count, total: count });

const progressSchema = open<Omit<RunProgress, 'schemaVersion'>>({
  name: textOrNull,
  startedAt: anyText,
  suites: listOf(anyText),
  runs: either(
    open<DriveProgress>({
      tests: done,
      done: count,
      total: count,
      running: count,
      failed: count,
      calls: count,
      tokens: number,
      cost: number,
      slowest: either(
        open<NonNullable<DriveProgress['slowest']>>({ name: anyText, seconds: number }),
        nothing,
      ),
      seconds: number,
      workers: optional(count),
    }),
    nothing,
  ),
  questions: either(done, nothing),
  traces: either(count, nothing),
});

/** Reads what a run wrote of its progress; null where it is something else. */
export function parseRunProgress(source: string): RunProgress | null {
  const parsed = parseJson(source);
  if (!parsed.ok || !isJsonObject(parsed.value) || parsed.value.schemaVersion !== 1) return null;
  const isProgress =
    check(progressSchema, parsed.value).length === 0 &&
    !Number.isNaN(Date.parse(parsed.value.startedAt as string));
  return isProgress ? (parsed.value as unknown as RunProgress) : null;
}
