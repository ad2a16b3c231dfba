import type { EvalReport, TestReport } from '#core';
import type { ApiSide } from '#schema';
import { Problem } from '../http/problem.ts';
import { type Entry, entriesOf } from '../runs/entries.ts';
import type { KeptReports } from '../runs/kept-reports.ts';
import type { WholeRun } from '../runs/opened-run.ts';

/** A column of a comparison: a run, or one model of it. */
export interface Side {
  readonly opened: WholeRun;
  readonly model: string | null;
}

/** A test or an eval of a column. */
export interface SideEntry {
  readonly place: number;
  readonly entry: Entry;
}

const MAX_SIDES = 8;

/** The columns that a query asks for: `runs=1,2`. The models of a single run are its columns. */
export async function openSides(
  kept: KeptReports,
  query: URLSearchParams,
): Promise<readonly Side[]> {
  const ids = [...new Set((query.get('runs') ?? '').split(',').filter(Boolean))];
  if (ids.length === 0 || ids.length > MAX_SIDES)
    throw new Problem(400, `runs are 1 to ${MAX_SIDES} numbers with commas between them`);
  const runs = await Promise.all(ids.map((id) => kept.whole(id)));
  const [only] = runs;
  if (runs.length > 1 || only === undefined) return runs.map((opened) => ({ opened, model: null }));
  const models = new Set(
    entriesOf(only.report).flatMap(({ measured }) => measured.variant?.model ?? []),
  );
  return models.size === 0
    ? [{ opened: only, model: null }]
    : [...models].map((model) => ({ opened: only, model }));
}

export function describeSide({ opened: { run }, model }: Side): ApiSide {
  return { run, model };
}

/** The tests and evals of a column by kind and name. */
export function entriesByName({ opened, model }: Side): ReadonlyMap<string, SideEntry> {
  const entries = new Map<string, SideEntry>();
  for (const [place, entry] of entriesOf(opened.report).entries()) {
    const { measured } = entry;
    if (model !== null && measured.variant?.model !== model) continue;
    const key = keyOf(entry.kind, nameOf(measured, model));
    // Tests of two suites may have one name: the first is compared, as `compare` does.
    if (!entries.has(key)) entries.set(key, { place, entry });
  }
  return entries;
}

export function keyOf(kind: Entry['kind'], name: string): string {
  return JSON.stringify([kind, name]);
}

function nameOf(measured: TestReport | EvalReport, model: string | null): string {
  return model === null ? measured.name : (measured.variant?.of ?? measured.name);
}
