import {
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  baselineChanges,
  type CaseReport,
  type EntryFilter,
  type EvalReport,
  entriesOf,
  FAILURE_MODES,
  filterEntries,
  isAddressable,
  NO_FILTER,
  type Report,
  searchTextOf,
} from '#core';
import { distributionsOf, indexReport } from '#reporters';
import { readReport } from '#store';
import { ordersReport } from '../src/reporters/fixtures/reports.ts';
import { EntryPages } from '../src/server/runs/entry-pages.ts';
import { buildIndex, summarise } from '../src/server/report-index/build-index.ts';
import { loadIndexFile, saveIndexFile } from '../src/server/report-index/index-file.ts';
import { IndexedCases } from '../src/server/report-index/indexed-cases.ts';
import { identityOf } from '../src/server/report-index/report-identity.ts';
import type { IndexedReport } from '../src/server/report-index/report-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'whichtool-index-'));
const path = join(folder, 'report.json');
const target = join(folder, 'report.index');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TOOLS = ['status', 'history', 'shop.eta', '(none)'];
const tool = fc.constantFrom(...TOOLS);
const anyCase: fc.Arbitrary<CaseReport> = fc.record(
  {
    id: fc.oneof(fc.constantFrom('row-1', 'ROW-2', 'ä"\\\n', '}{', '\u2028'), fc.string()),
    verdict: fc.constantFrom('pass', 'fail', 'error', 'inconclusive'),
    passing: fc.record({ k: fc.nat(2), n: fc.constant(2) }),
    weight: fc.double({ min: 0, max: 9, noNaN: true }),
    modes: fc.subarray([...FAILURE_MODES].slice(0, 3)),
    confused: fc.array(fc.tuple(tool, tool), { maxLength: 2 }),
    evidence: fc.record(
      {
        where: fc.nat(20).map((line) => `traces/Prod.jsonl:${line}`),
        question: fc.string(),
        model: fc.constantFrom('model-a', 'model-b'),
        calls: fc.array(fc.record({ tool }), { maxLength: 2 }),
        expected: fc.record({ calls: fc.array(fc.record({ tool }), { maxLength: 1 }) }),
      },
      { requiredKeys: ['where'] },
    ),
  },
  { requiredKeys: ['id', 'verdict'] },
);

const anyFilter: fc.Arbitrary<EntryFilter> = fc.record({
  show: fc.constantFrom(null, 'all' as const, 'fail' as const, 'pass' as const),
  query: fc.constantFrom('', '', 'row', 'prod 1', 'jsonl:1', 'ä', 'e', 'a b', 'x'.repeat(5000)),
  mode: fc.constantFrom(null, null, ...FAILURE_MODES.slice(0, 3)),
  expected: fc.constantFrom(null, ...TOOLS),
  called: fc.constantFrom(null, ...TOOLS),
  tool: fc.constantFrom(null, null, 'status', 'eta'),
  changed: fc.constantFrom(null, null, 'worse' as const),
});

/** The report of the fixture with other cases in two evals, some of them named by cells, findings and a comparison. */
function reportOf(...lists: readonly (readonly CaseReport[])[]): Report {
  const report = ordersReport();
  const [measured] = report.evals as readonly [EvalReport];
  const evals = lists.map((cases, place): EvalReport => ({
    ...measured,
    name: `orders ${place}`,
    cases,
    caseUsage: { calls: cases.map((_, at) => at % 5) },
    confusion: {
      ...measured.confusion!,
      cells: [
        {
          ...measured.confusion!.cells[0]!,
          expected: 'status',
          observed: 'history',
          cases: cases.slice(0, 1).map(({ id }) => id),
        },
      ],
    },
  }));
  return { ...report, evals };
}

function indexed(index: IndexedReport | null): readonly IndexedCases[] {
  if (index === null) throw new Error('there is an index');
  const reject = (): never => {
    throw new Error('damaged');
  };
  return index.sections.map(
    (section, place) => new IndexedCases({ path, reject }, section, index.figures.evals[place]!),
  );
}

async function save(report: Report, indent: number): Promise<IndexedReport | null> {
  writeFileSync(path, JSON.stringify(report, null, indent));
  const built = buildIndex(path);
  if (built === null) return null;
  await saveIndexFile(target, '1.0.0', built);
  return loadIndexFile(target, '1.0.0', built.identity);
}

describe('the index of a report', () => {
  it('has the figures of the whole report, and leaves the cases that its filters leave', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCase, { maxLength: 40 }),
        fc.array(anyCase, { maxLength: 3 }),
        fc.constantFrom(0, 2),
        fc.array(anyFilter, { minLength: 3, maxLength: 6 }),
        async (first, second, indent, filters) => {
          const index = await save(reportOf(first, second), indent);
          const whole = await readReport(path);
          const cases = indexed(index);
          expect(index?.figures.index).toEqual(JSON.parse(JSON.stringify(indexReport(whole))));
          expect(index?.figures).toMatchObject(JSON.parse(JSON.stringify(summarise(whole))));
          for (const [place, measured] of whole.evals.entries()) {
            const section = cases[place]!;
            const entries = entriesOf(measured);
            const listed = entriesOf(measured, section);
            for (let at = 0; at < entries.count; at += 1)
              expect(listed.at(at)).toEqual(entries.at(at));
            expect(index?.figures.evals[place]?.usage).toEqual(
              distributionsOf(measured, {
                passing: measured.cases.map(({ passing }) => passing ?? null),
                usage: measured.caseUsage!,
              }),
            );
            const pages = new EntryPages(whole, { kind: 'eval', measured });
            const light = index!.figures.report.evals[place]!;
            const fast = new EntryPages(whole, { kind: 'eval', measured: light }, section);
            for (const filter of [NO_FILTER, ...filters])
              expect(fast.page(filter, { from: 0, limit: 100 })).toEqual(
                pages.page(filter, { from: 0, limit: 100 }),
              );
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('has the cases of very many that are alike, and of those between them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCase, { minLength: 1, maxLength: 6 }), async (kinds) => {
        const cases = Array.from({ length: 3000 }, (_, at): CaseReport => {
          const kind = kinds[(at * at) % kinds.length]!;
          const id = at % 500 === 0 ? kind.id : `Row-${at % 2900}`;
          const { evidence } = kind;
          if (evidence === undefined) return { ...kind, id };
          return { ...kind, id, evidence: { ...evidence, where: `Prod.jsonl:${at}` } };
        });
        const index = await save(reportOf(cases), 2);
        const whole = await readReport(path);
        const [section] = indexed(index);
        const [measured] = whole.evals as readonly [EvalReport];
        const entries = entriesOf(measured);
        const listed = entriesOf(measured, section);
        for (let at = 0; at < entries.count; at += 97)
          expect(listed.at(at)).toEqual(entries.at(at));
        expect(index?.figures.index).toEqual(JSON.parse(JSON.stringify(indexReport(whole))));
        const texts = Buffer.from(index?.sections[0]?.loadText() ?? []).toString('utf8');
        expect(texts).toBe(measured.cases.map((each) => `${searchTextOf(each)}\n`).join(''));
        const isNamed = Array.from({ length: entries.count }, (_, at) => section!.isNamed(at));
        const ids = measured.cases.map(({ id }) => id);
        expect(isNamed).toEqual(ids.map((id, at) => isAddressable(id) && ids.indexOf(id) === at));
      }),
      { numRuns: 8 },
    );
  });

  it('finds texts across the parts that are searched at once', async () => {
    const cases = Array.from({ length: 5000 }, (_, at): CaseReport => ({
      id: `row-${at}`,
      verdict: at % 10 === 0 ? 'fail' : 'pass',
      evidence: { where: `a.jsonl:${at}` },
    }));
    const index = await save(reportOf(cases), 2);
    const [section] = indexed(index);
    const measured = (await readReport(path)).evals[0]!;
    const changes = baselineChanges(undefined, '');
    for (const query of ['row-4999', 'jsonl:12 ROW', '9', 'l', 'nothing']) {
      const filter = { ...NO_FILTER, query };
      const expected = filterEntries(entriesOf(measured), filter, 'all', {
        confusion: undefined,
        changes,
      });
      const marks = section!.search(
        query
          .toLowerCase()
          .split(' ')
          .map((term) => Buffer.from(term)),
      );
      const terms = query.split(' ').length;
      expect([...marks.keys()].filter((place) => marks[place] === terms)).toEqual(expected);
    }
  });

  it.each([
    ['a torn file', (text: string) => text.slice(0, -30)],
    ['a missing comma', (text: string) => text.replace('},{"id":"b"', '}{"id":"b"')],
    ['another verdict', (text: string) => text.replace('"verdict":"fail"', '"verdict":"good"')],
    [
      'cases under an escaped key',
      (text: string) => text.replace('"cases":[{', '"c\\u0061ses":[{'),
    ],
    ['cases twice', (text: string) => text.replace('"cases":[', '"cases":[],"cases":[')],
    [
      'a list that is not closed',
      (text: string) => text.replace('}],"caseUsage"', '},],"caseUsage"'),
    ],
  ])('is not made of %s', (_, damage) => {
    const cases: CaseReport[] = [
      { id: 'a', verdict: 'fail' },
      { id: 'b', verdict: 'pass' },
    ];
    const text = JSON.stringify(reportOf(cases));
    const damaged = damage(text);
    expect(damaged).not.toBe(text);
    writeFileSync(path, damaged);
    expect(buildIndex(path)).toBeNull();
  });
});

describe('the file of an index', () => {
  const cases = Array.from({ length: 50 }, (_, at): CaseReport => ({
    id: `row-${at}`,
    verdict: 'pass',
  }));

  it('is not used when it is torn or changed in any place', async () => {
    const index = await save(reportOf(cases), 0);
    const bytes = readFileSync(target);
    const isUsed = (): boolean => {
      const loaded = loadIndexFile(target, '1.0.0', index!.identity);
      return loaded !== null && loaded.sections.every(({ loadText }) => loadText() !== null);
    };
    expect(isUsed()).toBe(true);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.boolean(), (at, isTorn) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ 1;
        writeFileSync(target, isTorn ? bytes.subarray(0, at) : damaged);
        return !isUsed();
      }),
      { numRuns: 200 },
    );
  });

  it('is not used for another file of the report, or by another version', async () => {
    const index = await save(reportOf(cases), 0);
    expect(loadIndexFile(target, '1.0.0', index!.identity)).not.toBeNull();
    expect(loadIndexFile(target, '1.0.1', index!.identity)).toBeNull();
    truncateSync(path, 100);
    utimesSync(path, 1, 1);
    expect(loadIndexFile(target, '1.0.0', identityOf(path)!)).toBeNull();
  });

  it('is not believed where the report has other cases by now', async () => {
    const [section] = indexed(await save(reportOf(cases), 0));
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"row-7"', '"row-8"'));
    expect(section?.at(6).id).toBe('row-6');
    expect(() => section?.at(7)).toThrow('damaged');
  });
});
