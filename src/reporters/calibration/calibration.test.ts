import { expect, it } from 'vitest';
import { CALIBRATION } from '../fixtures/calibration.ts';
import { calibrationText } from '../index.ts';
import { changesText } from './wording.ts';

it('says first whether to use the judge, then why, then the figures, in 80 columns', () => {
  const text = [...calibrationText(CALIBRATION, { color: false, width: 80 })].join('');
  const lines = text.split('\n');
  expect(lines.slice(0, 4)).toEqual([
    '? openai:\\x1b[31mjudge: use with care',
    '  │ - only 16 judged cases are rated 0.5 or 0: 20 are needed to correct anything',
    '  │   at all',
    '',
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  for (const part of [
    '  │ rated     56 of 60 cases by ann, ben; 1 unsettled; 8 not asked about\n',
    '  │ people    one rating per case: how far people agree is not known\n',
    '  │ agreement    94.6 % (88.5-95.1 %), 53 of 56\n',
    '  │ AC1          undefined (too little variation)\n',
    '  │ specificity  not measured: no case that people rate 0.5 or 0\n',
    '  │ not judged   2 JUDGE_ERROR\n',
    '  │ reasons  81.3 % (88.5-95.1 %), 13 of 16, too few to say\n',
    '  │ Rogan-Gladen  refused: the judge is not better\n',
    '  │ order    3 of 30 verdicts changed: 2 higher, 1 lower, exact p = 1.0000\n',
    '  │ padding  no case to try\n',
  ])
    expect(text).toContain(part);
});

it('never prints a p of zero', () => {
  const changes = { pairs: 30, changed: 20, higher: 20, lower: 0, unjudged: 0 };
  expect(changesText({ ...changes, p: 2 ** -19 })).toBe(
    '20 of 30 verdicts changed: 20 higher, 0 lower, exact p < 0.0001',
  );
  expect(changesText({ ...changes, p: 0.0625 })).toContain('exact p = 0.0625');
});
