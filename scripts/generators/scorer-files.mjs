import { toCamelCase, toTitle } from './names.mjs';
import { addImport, addLast } from './source-edits.mjs';

/** What a new scorer consists of: its folder, and its line in the registry. */
export function planScorer(name) {
  const file = name.replaceAll('_', '-');
  const exported = toCamelCase(name);
  const folder = `src/core/scorers/${file}`;
  return {
    files: {
      [`${folder}/${file}.ts`]: scorerFile(name, exported),
      [`${folder}/${file}.test.ts`]: testFile(name),
    },
    edits: {
      'src/core/scorers/index.ts': (source) =>
        addLast(
          addImport(source, `import { ${exported} } from './${file}/${file}.ts';`),
          'const REGISTRY = [',
          '] as const;',
          `  ${exported},`,
        ),
    },
  };
}

function scorerFile(name, exported) {
  return `import { metricValue } from '../../metrics/metric.ts';
import { noOptions } from '../../schema/no-options.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import { reachOf } from '../../scoring/reach.ts';
import type { CallVerdict, CompiledScorer } from '../../scoring/scorer.ts';

/** ${toTitle(name)}: what is counted, in one sentence. */
export const ${exported} = defineScorer({
  name: '${name}',
  version: 1,
  summary: '${toTitle(name)}',
  // What a program passes. What a suite writes is \`keys\`; both begin without options.
  options: noOptions,
  suite: { keys: {}, block: '${toTitle(name)}.', entry: '${toTitle(name)}.' },
  metrics: {
    '${name}.rate': {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary: 'share of runs that are good',
      derive: ({ good = 0, unwritten = 0 }, runs) =>
        runs === 0 || unwritten > 0 ? null : metricValue('ratio', good, runs),
    },
  },
  tallyKeys: ['good', 'unwritten'],
  compile: (): CompiledScorer => ({
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
});
`;
}

function testFile(name) {
  return `import { expect, it } from 'vitest';
import { callsOf, reportRuns } from '../../fixtures/calls.ts';

// Write what the scorer should count, worked out on paper.
it('is the share of runs that are good', () => {
  const report = reportRuns('${name}', {}, [callsOf('search'), callsOf()]);
  expect(report.metrics).toEqual({ '${name}.rate': 0.5 });
  expect(report.tally).toEqual({ good: 1 });
});
`;
}
