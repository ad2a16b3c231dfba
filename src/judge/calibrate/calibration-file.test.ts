import { describe, expect, it } from 'vitest';
import type { Calibration } from '#core';
import { calibrateJudges, planCalibration } from './calibrate-judges.ts';
import {
  formatCalibration,
  isStale,
  quoteCalibration,
  readCalibration,
} from './calibration-file.ts';
import { correctByCalibration } from './correct-by-calibration.ts';
import { answersBy, ratedCase, setOf } from './fixtures/rated-set.ts';

/** 94/90 on 100+100. */
function calibration(): Calibration {
  const cases = Array.from({ length: 200 }, (_, i) => ratedCase(`o${i}`, i < 100 ? 1 : 0));
  const isGood = (at: number): boolean => at < 94 || at >= 190;
  return calibrateJudges(
    planCalibration(setOf(cases), '1'),
    { names: ['test:judge'], jury: null, promptHash: () => 'abc' },
    answersBy(({ actual }) => (isGood(Number((actual.order as string).slice(1))) ? 1 : 0)),
  );
}

describe('a calibration file', () => {
  it('has the same bytes twice, and can be read again', () => {
    const text = formatCalibration(calibration());
    expect(formatCalibration(calibration())).toBe(text);
    const read = readCalibration(text, 'c.json');
    expect(read).toEqual({ ok: true, calibration: calibration() });
  });

  it.each([
    ['not JSON', '{'],
    ['another document', '{"schemaVersion":1}'],
    ['another version', '{"kind":"judge-calibration","schemaVersion":2}'],
    ['without figures', '{"kind":"judge-calibration","schemaVersion":1,"judges":[{}]}'],
    [
      'with a share of more than all',
      formatCalibration(calibration()).replace('"k": 94,', '"k": 101,'),
    ],
  ])('%s is refused', (_, text) => {
    expect(readCalibration(text, 'c.json')).toMatchObject({
      ok: false,
      issue: { code: 'CALIBRATION_INVALID', where: { file: 'c.json' } },
    });
  });

  it('is stale where model or prompt have changed', () => {
    expect(isStale(calibration(), { model: 'test:judge', promptHash: 'abc' })).toBe(false);
    expect(isStale(calibration(), { model: 'test:judge-2', promptHash: 'abc' })).toBe(true);
    expect(isStale(calibration(), { model: 'test:judge', promptHash: 'abd' })).toBe(true);
  });

  it('is quoted in a line, and corrects the share of a report (R57)', () => {
    const [judge] = calibration().judges;
    expect(quoteCalibration(judge!)).toBe('calibration 94/90 on 100+100');
    const corrected = correctByCalibration(judge!, 0.8, 500);
    expect(corrected.value).toBeCloseTo(0.833333, 6);
    expect(corrected.interval).toEqual([0.77, 0.8967]);
  });
});
