import { expect, it } from 'vitest';
import type { Issue, JsonObject } from '#core';
import type { SampleFolder } from '../sampling/sample-folder.ts';
import type { Assignments } from './assignments.ts';
import { type CheckedLabels, checkLabels, type LabelSource } from './check-labels.ts';
import { LabelBook } from './label-book.ts';
import type { LabelRecord } from './label-record.ts';

const IDS = ['c0', 'c1', 'c2', 'c3', 'c4'];
/** Hashes are longer than ids, and no spreadsheet takes them for numbers. */
const hashOf = (id: string): string => `${id}abcdef`;

const SAMPLE = {
  path: 's',
  cases: new Map(IDS.map((id) => [id, { id, before: [], trace: { tool_calls: [] } }])),
  hashes: new Map(IDS.map((id) => [id, hashOf(id)])),
  guideHash: null,
} as unknown as SampleFolder;

function review(reviewer: string, id: string, tool: string): LabelRecord {
  return {
    schemaVersion: 1,
    task: 'label',
    role: 'review',
    case: id,
    caseHash: hashOf(id),
    guideHash: null,
    reviewer,
    time: '2026-01-01',
    answer: { expected_tool: tool },
    rationale: null,
    of: [],
  };
}

const ASSIGNED = {
  cases: IDS.map((id) => ({ case: id, reviewers: ['ann', 'ben'], batch: 1 })),
} as unknown as Assignments;
const DISPUTED = IDS.flatMap((id) => [review('ann', id, 'a'), review('ben', id, 'b')]);

function check(
  rows: readonly JsonObject[],
  source: Partial<LabelSource> & { readonly task?: 'rate' } = {},
  records: readonly LabelRecord[] = DISPUTED,
  assignments: Assignments | null = ASSIGNED,
): CheckedLabels {
  const { task = 'label', ...more } = source;
  const book = new LabelBook(SAMPLE, records, assignments, task);
  const filled = rows.map((value, i) => ({ value, where: { file: 'x.jsonl', line: i + 1 } }));
  return checkLabels(SAMPLE, book, filled, {
    reviewer: 'cleo',
    role: 'review',
    time: '2026-01-02',
    revise: false,
    catalog: null,
    ...more,
  });
}
const say = ({ code, message, hint }: Issue): string =>
  `${code}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
const said = (checked: CheckedLabels): string[] => checked.issues.map(say);
const rowsOf = (more: JsonObject): JsonObject[] => IDS.map((id) => ({ id, ...more }));

const DECISIONS = 'LABEL_ROLE: these are decisions about disputed cases: add --adjudicate';

it.each([
  [{ decision: true }],
  [{ opinions: [{ expected_tool: 'a' }] }],
  [{ opinion_1: '{"expected_tool":"a"}' }],
])('says once that a sheet has decisions: %j', (mark) => {
  expect(said(check(rowsOf({ expected_tool: 'a', ...mark }), {}, DISPUTED, null))).toEqual([
    DECISIONS,
  ]);
  expect(said(check(rowsOf({ expected_tool: 'a', ...mark }), { role: 'adjudicate' }))).toEqual([]);
});

it('knows decisions without a mark by their cases', () => {
  expect(said(check(rowsOf({ expected_tool: 'a' })))).toEqual([DECISIONS]);
});

it('says once that ratings are imported as labels, and labels as ratings', () => {
  expect(said(check(rowsOf({ rating: '1', called: '[]' })))).toEqual([
    'LABEL_TASK: these are ratings: add --task rate',
  ]);
  expect(said(check(rowsOf({ rating: 1, question: { kind: 'goal' } })))).toEqual([
    'LABEL_TASK: these are ratings: add --task rate-goal',
  ]);
  expect(said(check(rowsOf({ met: { s1: true } })))).toEqual([
    'LABEL_TASK: these are ratings: add --task rate-answer',
  ]);
  expect(said(check(rowsOf({ expected_tool: 'a' }), { task: 'rate' }))).toEqual([
    'LABEL_TASK: these are labels: leave out --task rate',
  ]);
});

it('says once that a file is not a sheet', () => {
  const [issue, ...others] = check([{ name: 'search', inputSchema: {} }, { name: 'fetch' }]).issues;
  expect(issue).toMatchObject({
    code: 'LABEL_INVALID',
    message: 'this is not a sheet of cases: no row has an id',
  });
  expect(others).toEqual([]);
});

it('names a problem of many rows once, with the first cases and what to do', () => {
  expect(said(check(rowsOf({ expected_tool: 'a' }), {}, []))).toEqual([
    'LABEL_UNASSIGNED: 5 cases are not assigned to cleo: c0, c1, c2, … (is --reviewer the person who filled in the sheet?)',
  ]);
  expect(said(check(rowsOf({ expected_tool: 'c' }), { reviewer: 'ann' }))).toEqual([
    'LABEL_CONFLICT: ann has labelled 5 cases otherwise: c0, c1, c2, … (add --revise to replace what was said before)',
  ]);
  const foreign = [{ id: 'x' }, { id: 'y' }].map((row) => ({ ...row, expected_tool: 'a' }));
  expect(said(check(foreign, { reviewer: 'ann' }))).toEqual([
    'LABEL_UNKNOWN_CASE: the sample does not have 2 cases of this sheet: x, y (is it the sheet of another sample?)',
  ]);
  const stale = rowsOf({ case_hash: 'old', expected_tool: 'a' });
  expect(said(check(stale, { reviewer: 'ann' }))).toEqual([
    'LABEL_STALE: 5 cases have changed since this sheet was made: c0, c1, c2, … (export it again)',
  ]);
  expect(check(stale, { reviewer: 'ann' }).issues[0]?.where).toEqual({ file: 'x.jsonl', line: 1 });
});

it('names every row whose label cannot be used', () => {
  expect(said(check(rowsOf({ expected_tool: 7 }), { reviewer: 'ann' }))).toHaveLength(5);
});

it('finds a case by its hash where a spreadsheet has changed the id', () => {
  const row = { id: '1.2E+05', case_hash: hashOf('c1'), expected_tool: 'a' };
  expect(check([row], { reviewer: 'ann' }, []).records.map((one) => one.case)).toEqual(['c1']);
});

it('keeps that a reviewer is unsure, and what about', () => {
  const rows = [
    { id: 'c0', expected_tool: 'a', unsure: true, rationale: 'or b' },
    { id: 'c1', unsure: 'yes', rationale: 'what is asked?' },
    { id: 'c2' },
  ];
  const { records, unsure, empty, warnings } = check(rows, { reviewer: 'ann' }, []);
  expect(records).toMatchObject([{ case: 'c0', unsure: true, rationale: 'or b' }]);
  expect([unsure, empty]).toEqual([1, 1]);
  expect(warnings.map(say)).toEqual(['LABEL_UNSURE: ann is unsure about case c1: what is asked?']);
});
