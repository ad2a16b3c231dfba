import {
  type Comparison,
  compareReports,
  decimalOf,
  type RegressionDemand,
  type Report,
  shareReport,
  type Verdict,
} from '#core';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleReport } from '../fixtures/reports.ts';
import { toneOf, toneOfAll, verdictText } from './wording.ts';
import { headlineOf, sentenceOf } from './sentence.ts';

/** How many cases pass in both reports, fail in the second alone, and pass in the second alone. */
type Changes = readonly [same: number, worse: number, better: number];

function reportOf(evals: readonly Changes[], isLater: boolean): Report {
  const sample = sampleReport();
  return {
    ...sample,
    tests: [],
    evals: evals.map(([same, worse, better], i) => {
      const passes = [
        ...Array<boolean>(same).fill(true),
        ...Array<boolean>(worse).fill(!isLater),
        ...Array<boolean>(better).fill(isLater),
      ];
      return {
        ...sample.evals[0]!,
        name: `eval ${i}`,
        cases: passes.map((pass, id) => ({
          id: String(id),
          verdict: pass ? ('pass' as const) : ('fail' as const),
        })),
        passing: shareReport(passes.filter(Boolean).length, passes.length),
      };
    }),
  };
}

function compare(evals: readonly Changes[], demand: RegressionDemand | null): Comparison {
  const found = compareReports(reportOf(evals, false), reportOf(evals, true), demand);
  if ('code' in found) throw new Error(found.message);
  return found;
}

/** What words must and must not be there, by colour. */
const WORDS: Readonly<Record<Verdict, readonly [RegExp, RegExp]>> = {
  fail: [/regression|worse than before|^worse$/, /better|too few|not worse|no change|within/],
  inconclusive: [/too few to tell/, /regression|within|not worse/],
  pass: [/better|not worse|nothing is worse|no (?:net )?change|within/, /regression|too few/],
  error: [/nothing to compare/, /better|too few|regression/],
};

function expectAgreement(tone: Verdict, text: string): void {
  const [needed, refused] = WORDS[tone];
  expect(text).toMatch(needed);
  expect(text).not.toMatch(refused);
}

const changes = fc.tuple(fc.nat(40), fc.nat(12), fc.nat(12)).filter((some) => some.some(Boolean));
const demands = fc.option(
  fc.record({
    rule: fc.constantFrom('any' as const, 'significant' as const),
    margin: fc.option(fc.constantFrom(0.02, 0.1).map((share) => decimalOf(share))),
  }),
);

it('words every part and the whole as their colour says', () => {
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 3 }), demands, (evals, demand) => {
      const comparison = compare(evals, demand);
      expectAgreement(toneOfAll(comparison), headlineOf(comparison));
      for (const part of comparison.parts) expectAgreement(toneOf(part), verdictText(part));
    }),
    { numRuns: 2000 },
  );
});

it('says why a rule fails where the whole is better', () => {
  const comparison = compare([[46, 1, 3]], { rule: 'any', margin: null });
  expect(headlineOf(comparison)).toBe('regression, 1 of 50 cases worse (rule: any)');
  const [part] = comparison.parts;
  expect(verdictText(part!)).toBe('regression');
  expect(sentenceOf(part!)).toMatch(
    /^of 50 cases 1 now fails and 3 now pass: \+4 points, .*; the rule fails for every case that is worse; not recorded in both: calls, tokens, cost, time$/,
  );
});
