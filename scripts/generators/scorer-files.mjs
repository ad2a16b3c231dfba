import { toCamelCase, toTitle } from './names.mjs';
import { addFirst, addImport, addLast } from './source-edits.mjs';

/** What a new scorer consists of: its files, and the edits of the places that list scorers. */
export function planScorer(name) {
  const file = name.replaceAll('_', '-');
  const exported = toCamelCase(name);
  const options = `${exported[0].toUpperCase()}${exported.slice(1)}Options`;
  return {
    files: {
      [`src/core/scorers/${file}.ts`]: scorerFile(name, exported, options),
      [`src/core/scorers/${file}.test.ts`]: testFile(name),
    },
    edits: {
      'src/core/scorers/index.ts': (source) =>
        addLast(
          addImport(source, `import { ${exported} } from './${file}.ts';`),
          'export const SCORERS: readonly Scorer[] = [',
          '];',
          `  ${exported},`,
        ),
      'src/core/evaluation/score-trace.ts': (source) =>
        addLast(
          addImport(source, `import type { ${options} } from '../scorers/${file}.ts';`),
          'export interface ScorerOptions {',
          '}',
          `  readonly ${name}: ${options};`,
        ),
      'src/schema/library-options.ts': (source) =>
        addLast(source, 'export const scorerOptions = {', '};', `  ${name}: closed({}),`),
      'src/schema/scorer-entry.ts': (source) =>
        addFirst(
          source,
          'export const scorerEntry = either(',
          `  entry('${name}', '${toTitle(name)}.', {}),`,
        ),
    },
  };
}

function scorerFile(name, exported, options) {
  return `import { metricValue } from '../metrics/metric.ts';
import { reachOf } from '../scoring/reach.ts';
import type { CallVerdict, Scorer } from '../scoring/scorer.ts';

/** \`${name}\` takes no options. */
export type ${options} = Readonly<Record<string, never>>;

/** ${toTitle(name)}: what is counted, in one sentence. */
export const ${exported}: Scorer<${options}> = {
  name: '${name}',
  version: 1,
  summary: '${toTitle(name)}',
  metrics: [
    {
      id: '${name}.rate',
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary: 'share of runs that are good',
    },
  ],
  defaultGates: [],
  meanMetric: null,
  tallyKeys: ['good', 'unwritten'],
  showsArguments: false,
  compile: () => ({
    scorer: ${exported},
    slots: [],
    // Count what is good. Until then each run counts as one that was not measured.
    score: (calls) => ({
      tally: { good: 0, unwritten: 1 },
      perfect: false,
      sample: null,
      hits: [],
      verdicts: calls.map((): CallVerdict => 'ok'),
    }),
    // What further calls could make of a partial run at worst and at best.
    reach: (_calls, run) =>
      reachOf(run, {
        worst: { tally: { good: 0 }, perfect: false },
        best: { tally: { good: 1 }, perfect: true },
      }),
  }),
  derive: ({ good = 0, unwritten = 0 }, runs) => [
    runs === 0 || unwritten > 0 ? null : metricValue('ratio', good, runs),
  ],
  isVacuous: () => false,
};
`;
}

function testFile(name) {
  return `import { expect, it } from 'vitest';
import { callsOf, reportRuns } from '../fixtures/calls.ts';

// Write what the scorer should count, worked out on paper.
it('is the share of runs that are good', () => {
  const report = reportRuns('${name}', {}, [callsOf('search'), callsOf()]);
  expect(report.metrics).toEqual({ '${name}.rate': 0.5 });
  expect(report.tally).toEqual({ good: 1 });
});
`;
}
