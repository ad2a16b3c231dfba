import { expect, it } from 'vitest';
import type { Calibration, JudgeCalibration, Share } from '#core';
import { calibrationText } from './calibration-text.ts';

const share = (k: number, n: number): Share => ({
  k,
  n,
  rate: n === 0 ? null : k / n,
  interval: n === 0 ? null : [0.8853, 0.9501],
});

const JUDGE: JudgeCalibration = {
  judge: 'openai:\u001b[31mjudge',
  models: ['judge'],
  use: 'care',
  reasons: ['only 16 judged cases are rated 0.5 or 0: 20 are needed to correct anything at all'],
  judged: 56,
  unjudged: { JUDGE_ERROR: 2 },
  table: [
    [40, 0, 3],
    [0, 0, 0],
    [0, 0, 13],
  ],
  agreement: share(53, 56),
  kappa: { value: 0.86, interval: [0.71, 1] },
  ac1: null,
  sensitivity: share(40, 40),
  specificity: share(0, 0),
  byTool: [{ name: 'refund', ...share(53, 56), few: false }],
  byClause: [{ name: 'reasons', ...share(13, 16), few: true }],
  corrected: {
    raw: 0.768,
    cases: 56,
    ppi: { value: 0.714, interval: [0.595, 0.833], error: 0.06, refused: null },
    roganGladen: { value: null, interval: null, error: null, refused: 'the judge is not better' },
  },
  orderSwap: { pairs: 30, changed: 3, higher: 2, lower: 1, p: 1, unjudged: 0 },
  padding: { pairs: 0, changed: 0, higher: 0, lower: 0, p: null, unjudged: 0 },
  canaries: { attacked: share(1, 30), plain: share(0, 30), unjudged: 1 },
};
const CALIBRATION: Calibration = {
  schemaVersion: 1,
  kind: 'judge-calibration',
  seed: '1',
  prompts: {},
  guideHash: null,
  ratings: {
    cases: 60,
    rated: 56,
    unsettled: 1,
    unasked: 8,
    raters: ['ann', 'ben'],
    grades: [40, 0, 16],
    people: { agreed: 0, compared: 0, rate: null },
    constant: { rating: 1, ...share(40, 56) },
    sampling: { isRandomPart: true, reason: 'the rated cases are the first of a seeded order' },
  },
  judges: [JUDGE],
  differences: [],
};

it('says first whether to use the judge, then why, then the figures, in 80 columns', () => {
  const text = [...calibrationText(CALIBRATION, 80)].join('');
  const lines = text.split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'openai:\\x1b[31mjudge: use with care',
    '  - only 16 judged cases are rated 0.5 or 0: 20 are needed to correct anything',
    '    at all',
    '',
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  for (const part of [
    '  rated     56 of 60 cases by ann, ben; 1 unsettled; 8 not asked about\n',
    '  people    one rating per case: how far people agree is not known\n',
    '  agreement    94.6 % (88.5-95.1 %), 53 of 56\n',
    '  AC1          undefined (too little variation)\n',
    '  specificity  not measured: no case that people rate 0.5 or 0\n',
    '  not judged   2 JUDGE_ERROR\n',
    '  reasons  81.3 % (88.5-95.1 %), 13 of 16, too few to say\n',
    '  Rogan-Gladen  refused: the judge is not better\n',
    '  order    3 of 30 verdicts changed: 2 higher, 1 lower, exact p = 1.0000\n',
    '  padding  no case to try\n',
  ])
    expect(text).toContain(part);
});
