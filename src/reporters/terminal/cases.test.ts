import type { Report } from '#core';
import { describe, expect, it } from 'vitest';
import { type CaseEntry, name, place, prose } from '../document/index.ts';
import { evidenceReport, manyRunsReport } from '../fixtures/evidence-report.ts';
import { loadReporter } from '../index.ts';
import { casesLines } from './cases.ts';
import { pageOf } from './page.ts';
import { textWidth } from './width.ts';

const terminal = await loadReporter('terminal');

function render(report: Report, width: number, isVerbose = false): string[] {
  return [...terminal(report, { color: false, width, isVerbose })].join('').trimEnd().split('\n');
}

const ENTRY: CaseEntry = {
  tone: 'fail',
  question: prose("where's my package?"),
  id: 'case c1',
  outcome: [name('get_order_history'), ' (expected ', name('get_order_status'), ')'],
  where: place('traces/a.jsonl:17'),
  details: [{ name: 'model', text: name('gpt-5-mini') }],
};

function lines(entry: CaseEntry, width: number, isVerbose = false): string[] {
  return titled([entry], width, isVerbose).slice(1);
}

function titled(entries: readonly CaseEntry[], width: number, isVerbose = false): string[] {
  const page = pageOf({ color: false, width, isVerbose });
  const cap = { brief: 5, full: 5 };
  const block = { kind: 'cases', title: 'cases', entries, cap, isOpen: true } as const;
  return casesLines(block, page);
}

describe('a failing case', () => {
  it('is one line: question, outcome, place', () => {
    expect(lines(ENTRY, 120)).toEqual([
      "✗ “where's my package?” → get_order_history (expected get_order_status)  traces/a.jsonl:17",
    ]);
  });

  it('has its question cut first, then its names; the place stays whole', () => {
    const asked = { ...ENTRY, question: prose('where is the package that I ordered?') };
    expect(lines(asked, 96)).toEqual([
      '✗ “where is the package tha…” → get_order_history (expected get_order_status)  traces/a.jsonl:17',
    ]);
    expect(lines(asked, 60)).toEqual([
      '✗ “where is the package that I ordered?”',
      '    → get_order_history (expected get_order_status)',
      '    traces/a.jsonl:17',
    ]);
  });

  it('has a line for its question where both do not fit: no word of either is cut', () => {
    const asked = { ...ENTRY, question: prose('where is the package that I ordered last week?') };
    expect(lines(asked, 76)).toEqual([
      '✗ “where is the package that I ordered last week?”',
      '    → get_order_history (expected get_order_status)  traces/a.jsonl:17',
    ]);
  });

  it('has its place below where tools would be cut beside it, or little of the question is left', () => {
    expect(lines(ENTRY, 84)).toEqual([
      "✗ “where's my package?” → get_order_history (expected get_order_status)",
      '    traces/a.jsonl:17',
    ]);
  });

  it('has its line alone where all are of one file that leaves too little room', () => {
    const file = 'desk/versions/aeabb744c5a0ed55/dataset.jsonl';
    const entries = [3, 17].map((line) => ({ ...ENTRY, where: place(`${file}:${line}`) }));
    expect(titled(entries, 100)).toEqual([
      `cases in ${file}`,
      "✗ “where's my package?” → get_order_history (expected get_order_status)  :3",
      "✗ “where's my package?” → get_order_history (expected get_order_status)  :17",
    ]);
    expect(titled(entries, 140)[2]).toContain(`${file}:17`);
  });

  it('has its place below where there is no room beside it', () => {
    const where = `/data/${'folder/'.repeat(6)}runs.jsonl:1204`;
    expect(lines({ ...ENTRY, where: place(where) }, 80)).toEqual([
      "✗ “where's my package?” → get_order_history (expected get_order_status)",
      `    ${where}`,
    ]);
  });

  it('is named where no question is recorded, and has no arrow where nothing is known', () => {
    const { question: _, ...unasked } = ENTRY;
    expect(lines(unasked, 120)[0]).toMatch(/^✗ case c1 → get_order_history/);
    expect(lines({ ...unasked, outcome: '' }, 120)).toEqual(['✗ case c1  traces/a.jsonl:17']);
  });

  it('has more lines with --verbose', () => {
    expect(lines(ENTRY, 120, true)[1]).toBe('    model: gpt-5-mini');
  });

  it.each([40, 60, 76, 80, 100, 120])('keeps to %d columns, in scripts of any width', (width) => {
    const wide = { ...ENTRY, question: prose('荷物はどこですか、もう三日も待っています') };
    for (const line of [...lines(ENTRY, width), ...lines(wide, width)])
      expect(textWidth(line)).toBeLessThanOrEqual(width);
  });
});

describe('a failing eval', () => {
  it('fits one screen of 40 lines and 100 columns, from the verdict to how to see more', () => {
    const screen = render(evidenceReport(), 100);
    expect(screen.length).toBeLessThanOrEqual(40);
    expect(screen.slice(0, 2)).toEqual([
      '✗ FAIL  1 eval failed · 2 of 3 gates did not hold',
      '  │ 38 of 300 cases failed, most often get_order_history for get_order_status (18)',
    ]);
    expect(screen.filter((line) => line.startsWith('  │ - '))).toHaveLength(3);
    expect(screen.filter((line) => line.startsWith('  │ ✗ “'))).toHaveLength(5);
    expect(screen.at(-1)).toBe(
      '  more: --verbose · --reporter html=report.html · --json · whichtool report saved.json --verbose',
    );
  });

  it('fits it with judged gates, many gates, warnings and cases that were not measured, too', () => {
    const report = evidenceReport();
    const [first] = report.evals;
    const gate = first!.gates[0]!;
    const issue = { code: 'X', severity: 'warning', message: 'odd', where: null, hint: 'look' };
    const crowded: Report = {
      ...report,
      evals: [
        {
          ...first!,
          gates: [...Array.from({ length: 30 }, (_, i) => ({ ...gate, metric: `m${i}` })), gate],
          unmeasured: {
            total: 9,
            items: Array.from({ length: 9 }, (_, i) => {
              return { case: `u${i}`, code: 'CASE_NO_TRACE', message: 'no trace', where: null };
            }),
          },
        },
      ],
      issues: Array.from({ length: 9 }, () => ({ ...issue, severity: 'warning' as const })),
    };
    expect(render(crowded, 100).length).toBeLessThanOrEqual(40);
  });
});

it('runs that failed alike are one line, and are counted', () => {
  const screen = render(manyRunsReport(), 100);
  expect(screen).toContain('  │ missed      fetch       13 of 200 runs');
  expect(screen).toContain('  │ unexpected  shell.exec  13 runs');
  expect(screen.filter((line) => line.includes('“find and read'))).toHaveLength(1);
  expect(screen).toContain('  │ and 12 more failing runs, see --verbose');
});

it('a passing run shows its worst cases with --verbose only', () => {
  const report = evidenceReport();
  const [first] = report.evals;
  const gates = first!.gates.filter(({ pass }) => pass);
  const evals = [{ ...first!, verdict: 'pass' as const, gates }];
  const passed: Report = { ...report, verdict: 'pass', evals };
  const isCase = (line: string): boolean => line.includes("“where's my package?”");
  expect(render(passed, 100).some(isCase)).toBe(false);
  expect(render(passed, 100, true).some(isCase)).toBe(true);
});
