import { describe, expect, it } from 'vitest';
import type { TestReport } from '#core';
import { sampleReport } from '../fixtures/sample-report.ts';
import { loadReporter } from '../index.ts';
import { variantTable } from './variants.ts';

const terminal = await loadReporter('terminal');
const markdown = await loadReporter('markdown');

const sample = sampleReport();
const [first] = sample.tests as [TestReport];
const variants = ['openai:a', 'lexical'].map((model) => ({
  ...first,
  name: `refunds (${model})`,
  verdict: model === 'lexical' ? ('fail' as const) : ('pass' as const),
  variant: { of: 'refunds', model },
}));
const report = { ...sample, tests: [...sample.tests, ...variants] };

describe('tests that run with several models', () => {
  it('are a row with a column for each model', () => {
    const table = variantTable(report);
    expect(table?.models).toEqual(['openai:a', 'lexical']);
    expect(
      table?.rows.map(({ name, cells }) => [name, cells.map((cell) => cell?.verdict)]),
    ).toEqual([['refunds', ['pass', 'fail']]]);
    expect(variantTable(sample)).toBeNull();
  });

  it('of one name in two suites are two rows', () => {
    const elsewhere = variants.map((one) => ({ ...one, suite: { file: 'b.yaml', line: 1 } }));
    const table = variantTable({ ...report, tests: [...variants, ...elsewhere] });
    expect(table?.rows).toHaveLength(2);
  });

  it('stand side by side on the terminal and in a comment', () => {
    const lines = [...terminal(report, { color: false, width: 100 })].join('').split('\n');
    const head = lines.findIndex((line) => /openai:a +lexical/.test(line));
    expect(lines[head + 1]).toMatch(/refunds +✓ .+ ✗ /);
    const text = [...markdown(report, { color: false, width: 100 })].join('');
    expect(text).toContain('`openai:a` | `lexical` |');
  });

  it.each([60, 80, 100, 120, 160])('stand under their model at %i columns', (width) => {
    const models = Array.from({ length: 9 }, (_, i) => `vendor-${i}:a-model-with-a-long-name-${i}`);
    const many = models.flatMap((model, i) =>
      ['refunds', 'orders'].flatMap((of, row) =>
        // A hole in the middle must not move what follows.
        row === 1 && i === 4
          ? []
          : [
              {
                ...first,
                name: `${of} (${model})`,
                gates: [],
                passing: { k: i + 1, n: 10 * (row + 1), rate: 0, interval: null },
                variant: { of, model },
              },
            ],
      ),
    );
    const shown = { ...sample, tests: many, evals: [] };
    const lines = [...terminal(shown, { color: false, width })].join('').split('\n');
    for (const [i] of models.entries()) {
      const head = lines.findIndex((line) => line.includes('│') && line.includes(`vendor-${i}`));
      const column = lines[head]?.indexOf(`vendor-${i}`) ?? -1;
      expect(lines[head + 1]?.slice(column)).toMatch(new RegExp(`^\\S ${i + 1}/10(?: |$)`));
      const below = i === 4 ? /^(?: |$)/ : new RegExp(`^\\S ${i + 1}/20(?: |$)`);
      expect(lines[head + 2]?.slice(column)).toMatch(below);
    }
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  });
});
