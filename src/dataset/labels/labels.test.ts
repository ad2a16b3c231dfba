import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import type { SampleFolder } from '../sampling/sample-folder.ts';
import { hashCase, type SampledCase } from '../sampling/sampled-case.ts';
import { freezeDataset } from '../versions/dataset-version.ts';
import { answerKey, categoryOf, readAnswer } from './answer.ts';
import { assignCases, type Assignments } from './assignments.ts';
import { type CheckedLabels, checkLabels } from './check-labels.ts';
import { LabelBook } from './label-book.ts';
import type { AnswerRole, LabelRecord } from './label-record.ts';
import { labelStatus } from './label-status.ts';

function sampleOf(count: number): SampleFolder {
  const cases = new Map<string, SampledCase>(
    Array.from({ length: count }, (_, i): [string, SampledCase] => [
      `c${i}`,
      {
        id: `c${i}`,
        input: `ask ${i}`,
        before: [],
        trace: { tool_calls: [] },
        turn: null,
        stratum: {},
        represents: 1,
      },
    ]),
  );
  return {
    path: 's',
    manifest: {
      schemaVersion: 1,
      kind: 'sample',
      seed: '1',
      unit: 'trace',
      size: count,
      minimum: 1,
      by: [],
      traces: count,
      unreadable: 0,
      population: 10 * count,
      cases: count,
      redactions: 0,
      strata: [{ stratum: {}, population: 10 * count, sampled: count, represents: count }],
      sample: '',
    },
    cases,
    hashes: new Map([...cases].map(([id, item]) => [id, hashCase(item)])),
    guide: null,
    guideHash: 'g',
  };
}

const SAMPLE = sampleOf(4);

function dealt(
  sample: SampleFolder,
  reviewers: readonly string[],
  overlap: number,
  perCase = 2,
): Assignments {
  return assignCases(sample, sample.cases.keys(), { reviewers, overlap, batch: 50, perCase });
}

function record(reviewer: string, id: string, tool: string, time = '2026-01-01'): LabelRecord {
  return {
    schemaVersion: 1,
    task: 'label',
    role: 'review',
    case: id,
    caseHash: SAMPLE.hashes.get(id) ?? '',
    guideHash: 'g',
    reviewer,
    time,
    answer: { expected_tool: tool },
    rationale: null,
    of: [],
  };
}

function bookOf(
  records: readonly LabelRecord[],
  assignments: Assignments | null = null,
): LabelBook {
  return new LabelBook(SAMPLE, records, assignments, 'label');
}

function check(
  rows: readonly JsonObject[],
  reviewer: string,
  records: readonly LabelRecord[] = [],
  more: { role?: AnswerRole; revise?: boolean; assignments?: Assignments } = {},
): CheckedLabels {
  const book = bookOf(records, more.assignments ?? null);
  return checkLabels(
    SAMPLE,
    book,
    rows.map((value) => ({ value, where: {} })),
    {
      reviewer,
      role: more.role ?? 'review',
      time: '2026-02-02',
      revise: more.revise ?? false,
      catalog: null,
    },
  );
}

const codes = ({ issues }: CheckedLabels): string[] => issues.map(({ code }) => code);

describe('a row of a sheet', () => {
  const offered = (sample: SampleFolder): SampleFolder => {
    const tools = [{ name: 'search', server: 'web' }, { name: 'pay' }];
    const cases = [...sample.cases].map(([id, item]): [string, SampledCase] => [
      id,
      { ...item, trace: { ...item.trace, tools: id === 'c3' ? [{ name: 'only' }] : tools } },
    ]);
    return { ...sample, cases: new Map(cases) };
  };
  const toolsAsked = (rows: readonly JsonObject[]): (string | undefined)[][] => {
    const filled = rows.map((value) => ({ value, where: {} }));
    const by = {
      reviewer: 'ann',
      role: 'review',
      time: 't',
      revise: false,
      catalog: null,
    } as const;
    const { records, warnings } = checkLabels(offered(SAMPLE), bookOf([]), filled, by);
    expect(records).toHaveLength(rows.length);
    return warnings.map(({ code, severity, message, hint }) => [code, severity, message, hint]);
  };

  it('that names a tool which was not offered is added, with a warning', () => {
    expect(
      toolsAsked([
        { id: 'c0', expected_tool: ['serch', 'web.search'] },
        { id: 'c1', expected_tool: { class: 'money' } },
        { id: 'c2', expected_calls: [{ tool: 'search' }, { tool: { tool: 'pay' } }] },
        { id: 'c3', expected_tool: 'pay' },
      ]),
    ).toEqual([
      ['LABEL_TOOL', 'warning', 'case c0 was not offered the tool "serch"', undefined],
      ['LABEL_TOOL', 'warning', 'case c3 was not offered the tool "pay"', undefined],
    ]);
    expect(toolsAsked([{ id: 'c0', expected_tool: 'payy' }])[0]?.[3]).toBe('did you mean "pay"?');
  });

  it('keeps the hash of the guide that the reviewer saw, where it is one', () => {
    const seen = 'a'.repeat(64);
    const rows = [
      { id: 'c0', expected_tool: 'a', guide_hash: seen },
      { id: 'c1', expected_tool: 'a', guide_hash: 'odd' },
      { id: 'c2', expected_tool: 'a' },
    ];
    const { records } = check(rows, 'ann');
    expect(records.map(({ guideHash }) => guideHash)).toEqual([seen, 'g', 'g']);
  });
});

describe('opinions', () => {
  it('tell what was said and why, and not by whom', () => {
    const first = { ...record('ann', 'c0', 'pay'), rationale: 'it asks to' };
    const book = bookOf([first, record('ben', 'c0', 'none')]);
    expect(book.opinionsOf('c0')).toEqual([
      { expected_tool: 'none' },
      { expected_tool: 'pay', rationale: 'it asks to' },
    ]);
  });
});

describe('an answer', () => {
  it.each([
    [{ expected_tool: 'a' }, { expected_tool: 'a' }],
    [{ expected_tool: 'none', expected_args: '' }, { expected_tool: 'none' }],
    [{ expected_tool: null, rationale: 'x' }, { expected_tool: null }],
    [{ expected_tool: "'=SUM", expected_args: null }, { expected_tool: '=SUM' }],
    [{ expected_tool: { class: 'search' } }, { expected_tool: { class: 'search' } }],
    [{ expected_calls: [], expected_tool: null }, { expected_calls: [] }],
    [{ expected_tool: '' }, null],
    [{ rationale: 'only this' }, null],
  ])('is read from %j', (row, expected) => {
    expect(readAnswer(row as JsonObject, 'label')).toEqual(expected);
  });

  it('says the same in whichever order acceptable tools and keys stand', () => {
    const key = (answer: JsonObject): string => answerKey(answer, 'label');
    expect(key({ expected_tool: ['a', 'b'], expected_args: { x: 1, y: 2 } })).toBe(
      key({ expected_tool: ['b', 'a'], expected_args: { y: 2, x: 1 } }),
    );
    expect(key({ expected_tool: 'none' })).toBe(key({ expected_calls: [] }));
    expect(key({ expected_tool: 'a' })).not.toBe(key({ expected_tool: 'a', expected_args: {} }));
  });

  it.each([
    ['1', { rating: 1 }],
    ['0.5', { rating: 0.5 }],
    [0, { rating: 0 }],
    ['', null],
    ['0.7', 'a rating is 1, 0.5 or 0'],
  ])('rates arguments: %j', (rating, expected) => {
    expect(readAnswer({ rating }, 'rate')).toEqual(expected);
  });

  it.each([
    ['3.1', { rating: 1, clause: '3.1' }],
    [' dates ', { rating: 1, clause: 'dates' }],
    [7, { rating: 1, clause: '7' }],
    ["'=units", { rating: 1, clause: '=units' }],
    ['', { rating: 1 }],
    [null, { rating: 1 }],
    [['a'], 'a clause of the guide is text'],
    ['x'.repeat(101), 'a clause is named by at most 100 characters'],
  ])('names a clause of the guide: %j', (clause, expected) => {
    expect(readAnswer({ rating: 1, clause }, 'rate')).toEqual(expected);
  });

  it('is counted by its tools', () => {
    expect(categoryOf({ expected_calls: [{ tool: 'a' }, { tool: 'b' }] }, 'label')).toBe('a + b');
    expect(categoryOf({ expected_tool: null }, 'label')).toBe('(none)');
  });
});

describe('assignCases', () => {
  it('gives each case to two different people, all with the same load', () => {
    const { cases } = dealt(sampleOf(60), ['a', 'b', 'c'], 100);
    const pairs = new Map<string, number>();
    for (const { reviewers } of cases)
      pairs.set(reviewers.join(), (pairs.get(reviewers.join()) ?? 0) + 1);
    expect(pairs).toEqual(
      new Map([
        ['a,b', 20],
        ['a,c', 20],
        ['b,c', 20],
      ]),
    );
    expect(cases.map(({ batch }) => batch).filter((batch) => batch === 1)).toHaveLength(50);
  });

  it('gives a second person the asked share only', () => {
    const { cases } = dealt(sampleOf(10), ['a', 'b'], 25);
    expect(cases.filter(({ reviewers }) => reviewers.length === 2)).toHaveLength(3);
  });
});

describe('three raters', () => {
  const assignments = dealt(SAMPLE, ['ann', 'ben', 'cleo'], 100, 3);
  const RATERS = ['ann', 'ben', 'cleo'];
  const rated = (...ratings: readonly number[]): LabelRecord[] =>
    ratings.map((rating, i) => ({
      ...record(RATERS[i]!, 'c0', 'a'),
      task: 'rate',
      answer: { rating, clause: `clause ${i}` },
    }));
  const settle = (...ratings: readonly number[]) =>
    new LabelBook(SAMPLE, rated(...ratings), assignments, 'rate').settle('c0');

  it('are all given each case', () => {
    expect(assignments.cases.map(({ reviewers }) => reviewers.length)).toEqual([3, 3, 3, 3]);
    expect(assignments.perCase).toBe(3);
  });

  it('of five, each three different ones with the same load', () => {
    const { cases } = dealt(sampleOf(50), ['a', 'b', 'c', 'd', 'e'], 100, 3);
    const loads = new Map<string, number>();
    for (const { reviewers } of cases) {
      expect(new Set(reviewers).size).toBe(3);
      for (const name of reviewers) loads.set(name, (loads.get(name) ?? 0) + 1);
    }
    expect([...loads.values()]).toEqual([30, 30, 30, 30, 30]);
  });

  it.each([
    [[1], 'waiting', undefined],
    [[1, 0], 'waiting', undefined],
    [[1, 1], 'waiting', undefined],
    [[1, 0, 1], 'agreed', 1],
    [[0, 1, 0], 'agreed', 0],
    [[1, 0.5, 0], 'disputed', undefined],
  ])('%j is %s', (ratings, state, rating) => {
    const { state: result, label } = settle(...ratings);
    expect([result, label?.answer.rating]).toEqual([state, rating]);
  });

  it('an even split is disputed, whatever the clauses, and two who differ are', () => {
    const four = rated(1, 1, 0).concat({ ...rated(0)[0]!, reviewer: 'dan' });
    const settleFree = (records: readonly LabelRecord[]) =>
      new LabelBook(SAMPLE, records, null, 'rate').settle('c0').state;
    expect(settleFree(four)).toBe('disputed');
    expect(settleFree(rated(1, 0))).toBe('disputed');
    expect(settleFree(rated(1, 1))).toBe('agreed');
    expect(settleFree(rated(1, 1, 0))).toBe('agreed');
  });

  it('another clause for the same rating is a change that must be asked for', () => {
    const book = new LabelBook(SAMPLE, rated(1), null, 'rate');
    const row = { value: { id: 'c0', rating: 1, clause: 'other' }, where: {} };
    const source = { reviewer: 'ann', role: 'review', time: '2026-02-02', catalog: null } as const;
    const result = (revise: boolean) => checkLabels(SAMPLE, book, [row], { ...source, revise });
    expect(result(false).issues.map(({ code }) => code)).toEqual(['LABEL_CONFLICT']);
    expect(result(true).records[0]?.answer).toEqual({ rating: 1, clause: 'other' });
  });
});

describe('a label book', () => {
  it('lets the latest label of a reviewer stand, whatever the order of the lines', () => {
    const lines = [
      record('ann', 'c0', 'a', '2026-01-01'),
      record('ann', 'c0', 'b', '2026-01-03'),
      record('ann', 'c0', 'c', '2026-01-02'),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: 3 }), (shuffled) => {
        expect(bookOf(shuffled).reviewBy('ann', 'c0')?.answer).toEqual({ expected_tool: 'b' });
      }),
    );
  });

  it('leaves out labels of a case that has changed', () => {
    const book = bookOf([{ ...record('ann', 'c0', 'a'), caseHash: 'other' }]);
    expect(book.settle('c0').state).toBe('unlabelled');
    expect(book.stale).toHaveLength(1);
  });

  it('waits for all who were asked', () => {
    const assignments = dealt(SAMPLE, ['ann', 'ben'], 100);
    const item = [record('ann', 'c0', 'a')];
    expect(bookOf(item, assignments).settle('c0').state).toBe('waiting');
    expect(bookOf([...item, record('ben', 'c0', 'a')], assignments).settle('c0').state).toBe(
      'agreed',
    );
    expect(bookOf([...item, record('ben', 'c0', 'b')], assignments).settle('c0').state).toBe(
      'disputed',
    );
  });

  it('drops a decision when a review it was about has changed', () => {
    const reviews = [record('ann', 'c0', 'a'), record('ben', 'c0', 'b')];
    const [decision] = check([{ id: 'c0', expected_tool: 'b' }], 'cleo', reviews, {
      role: 'adjudicate',
    }).records;
    const decided = bookOf([...reviews, decision!]);
    expect(decided.settle('c0')).toMatchObject({
      state: 'adjudicated',
      label: { reviewer: 'cleo' },
    });
    const later = record('ann', 'c0', 'c', '2026-03-03');
    expect(bookOf([...reviews, decision!, later]).settle('c0').state).toBe('disputed');
  });
});

describe('an import', () => {
  it('takes what is new, counts what is known and what is empty', () => {
    const result = check(
      [{ id: 'c0', expected_tool: 'a' }, { id: 'c1', expected_tool: 'b' }, { id: 'c2' }],
      'ann',
      [record('ann', 'c0', 'a')],
    );
    expect(result.issues).toEqual([]);
    expect(result.records.map((record) => record.case)).toEqual(['c1']);
    expect([result.known, result.empty]).toEqual([1, 1]);
  });

  it('refuses conflicts with what the reviewer said before, and inside the sheet', () => {
    const before = [record('ann', 'c0', 'a')];
    expect(codes(check([{ id: 'c0', expected_tool: 'b' }], 'ann', before))).toEqual([
      'LABEL_CONFLICT',
    ]);
    expect(
      check([{ id: 'c0', expected_tool: 'b' }], 'ann', before, { revise: true }).records,
    ).toHaveLength(1);
    const twice = [
      { id: 'c1', expected_tool: 'a' },
      { id: 'c1', expected_tool: 'b' },
    ];
    expect(codes(check(twice, 'ann'))).toEqual(['LABEL_CONFLICT']);
  });

  it('takes another reason for the same answer as a later label, where that is asked for', () => {
    const before = [{ ...record('ann', 'c0', 'a'), rationale: 'first thought' }];
    const imported = (rationale: string, revise: boolean): CheckedLabels =>
      check([{ id: 'c0', expected_tool: 'a', rationale }], 'ann', before, { revise });
    const { records, known: entry } = imported('second thought', true);
    expect([records.map((record) => record.rationale), entry]).toEqual([['second thought'], 0]);
    expect(bookOf([...before, ...records]).reviewBy('ann', 'c0')).toEqual(records[0]);
    expect(imported('second thought', false)).toMatchObject({ records: [], known: 1, issues: [] });
    expect(imported('first thought', true)).toMatchObject({ records: [], known: 1 });
    expect(imported('', true)).toMatchObject({ records: [], known: 1 });
  });

  it.each([
    [{ id: 'nobody', expected_tool: 'a' }, 'LABEL_UNKNOWN_CASE'],
    [{ id: '__proto__', expected_tool: 'a' }, 'LABEL_UNKNOWN_CASE'],
    [{ expected_tool: 'a' }, 'LABEL_UNKNOWN_CASE'],
    [{ id: 'c0', case_hash: 'old', expected_tool: 'a' }, 'LABEL_STALE'],
    [{ id: 'c0', expected_tool: 7 }, 'LABEL_INVALID'],
    [{ id: 'c0', expected_tool: 'none', expected_args: { a: 1 } }, 'LABEL_INVALID'],
  ])('refuses %j', (row, code) => {
    expect(codes(check([row as JsonObject], 'ann'))).toEqual([code]);
  });

  it('refuses cases of others, and a decision by who labelled the case', () => {
    const assignments = dealt(SAMPLE, ['ann', 'ben'], 100);
    expect(codes(check([{ id: 'c0', expected_tool: 'a' }], 'cleo', [], { assignments }))).toEqual([
      'LABEL_UNASSIGNED',
    ]);
    const reviews = [record('ann', 'c0', 'a'), record('ben', 'c0', 'b')];
    const decide = (reviewer: string, id: string): string[] =>
      codes(check([{ id, expected_tool: 'a' }], reviewer, reviews, { role: 'adjudicate' }));
    expect(decide('ann', 'c0')).toEqual(['LABEL_OWN_CASE']);
    expect(decide('cleo', 'c1')).toEqual(['LABEL_NOT_DISPUTED']);
    expect(decide('cleo', 'c0')).toEqual([]);
  });
});

describe('the status', () => {
  it('measures agreement before adjudication', () => {
    const book = bookOf([
      record('ann', 'c0', 'a'),
      record('ben', 'c0', 'a'),
      record('ann', 'c1', 'b'),
      record('ben', 'c1', 'b'),
      record('ann', 'c2', 'a'),
      record('ben', 'c2', 'b'),
      record('ann', 'c3', 'a'),
    ]);
    const { states, agreement } = labelStatus(SAMPLE, book, null);
    expect(states).toEqual({ unlabelled: 0, waiting: 0, agreed: 3, disputed: 1, adjudicated: 0 });
    expect([agreement.cases, agreement.identical]).toEqual([3, 2]);
    // Observed 2/3, by chance 2/3 * 1/3 + 1/3 * 2/3 = 4/9.
    expect(agreement.pairs.kappa?.value).toBeCloseTo((2 / 3 - 4 / 9) / (5 / 9), 12);
  });

  it('says undefined where all labels are of one kind', () => {
    const book = bookOf([record('ann', 'c0', 'a'), record('ben', 'c0', 'a')]);
    const { pairs, alpha } = labelStatus(SAMPLE, book, null).agreement;
    expect(pairs.raw?.value).toBe(1);
    expect([pairs.kappa, alpha.alpha]).toEqual([null, null]);
  });
});

describe('freezeDataset', () => {
  it('gives one name to the same labels in whatever order, and rows with weights', () => {
    const records = [record('ann', 'c0', 'a'), record('ann', 'c1', 'none')];
    const first = freezeDataset(SAMPLE, bookOf(records), records);
    const turned = [...records].reverse();
    expect(freezeDataset(SAMPLE, bookOf(turned), turned).id).toBe(first.id);
    expect(first.manifest).toMatchObject({ rows: 2, open: 2, agreed: 2, adjudicated: 0 });
    const [row] = first.rowsText.split('\n');
    expect(JSON.parse(row!)).toMatchObject({ id: 'c0', expected_tool: 'a', weight: 10 });
    const more = [...records, record('ann', 'c2', 'b')];
    expect(freezeDataset(SAMPLE, bookOf(more), more).id).not.toBe(first.id);
  });
});
