import type { CaseReport, RunEvidence, Verdict } from '#core';
import type { ApiCase, ApiCaseFilter, ApiPage } from '#schema';
import type { Entry } from './entries.ts';

/** A case of an eval, or a listed run of a test, in one shape. */
interface Listed {
  readonly id: string;
  readonly verdict: Verdict;
  readonly passing?: CaseReport['passing'];
  readonly modes?: CaseReport['modes'];
  readonly confused?: CaseReport['confused'];
  readonly evidence?: RunEvidence;
}

/** Which part of a list is asked for. */
export interface PageRange {
  /** The place of the first entry to look at. */
  readonly from: number;
  readonly limit: number;
}

/** The cases of an eval, or the listed runs of a test. */
export function casesOf({ kind, measured }: Entry): readonly Listed[] {
  if (kind === 'eval') return measured.cases;
  return (measured.listedRuns ?? []).map(({ run, ...rest }) => ({ id: `run ${run}`, ...rest }));
}

/** A page of the cases that fit a filter, in the order of the report. */
export function pageOfCases(
  entry: Entry,
  filter: ApiCaseFilter,
  { from, limit }: PageRange,
): ApiPage<ApiCase> {
  const items: ApiCase[] = [];
  let total = 0;
  let next: string | null = null;
  for (const [place, listed] of casesOf(entry).entries()) {
    if (!fits(listed, filter)) continue;
    total += 1;
    if (place < from) continue;
    if (items.length < limit) items.push(describeCase(listed, place));
    else next ??= String(place);
  }
  return { total, items, next };
}

function fits(listed: Listed, { verdict, expected, called, mode, text }: ApiCaseFilter): boolean {
  if (verdict !== undefined && listed.verdict !== verdict) return false;
  if (mode !== undefined && listed.modes?.includes(mode) !== true) return false;
  if (expected !== undefined || called !== undefined) {
    const isCell = ([row, column]: readonly [string, string]): boolean =>
      (expected ?? row) === row && (called ?? column) === column;
    if (listed.confused?.some(isCell) !== true) return false;
  }
  return text === undefined || hasText(listed, text.toLowerCase());
}

function hasText({ id, evidence }: Listed, text: string): boolean {
  const places = [id, evidence?.where, evidence?.question, evidence?.answer];
  const tools = [...(evidence?.calls ?? []), ...(evidence?.expected?.calls ?? [])];
  return [...places, ...tools.map(({ tool }) => tool)].some(
    (each) => each?.toLowerCase().includes(text) === true,
  );
}

function describeCase({ id, verdict, passing, evidence }: Listed, place: number): ApiCase {
  return {
    place,
    id,
    verdict,
    ...(passing === undefined ? {} : { passing }),
    where: evidence?.where ?? null,
    question: evidence?.question ?? null,
    expected: evidence?.expected?.calls.map(({ tool }) => tool) ?? null,
    called: evidence?.calls?.map(({ tool }) => tool) ?? null,
  };
}
