import { expect, it } from 'vitest';
import { ExactNumber } from '../json/json.ts';
import { toolNameMatch } from '../scorers/tool-name-match/tool-name-match.ts';
import { parseWeight, weightedMetrics } from './weight.ts';

it.each([
  [0, 0n],
  [1, 10n ** 12n],
  [12.3333, 12_333_300_000_000n],
  ['2.5', 2_500_000_000_000n],
  [new ExactNumber('12345678901234567891e-19'), 1_234_567_890_123n],
  [1e-13, 0n],
])('the weight %s is %d parts', (written, parts) => {
  expect(parseWeight(written)).toBe(parts);
});

it.each([undefined, null, true, -1, 1e13, '3 kg', '', [], {}, '1'.repeat(99)])(
  '%j is no weight',
  (written) => {
    expect(parseWeight(written)).toBeNull();
  },
);

it('names the reweighted shares of a scorer', () => {
  expect(weightedMetrics(toolNameMatch).map(({ id }) => id)).toEqual(['weighted.tool_name_match']);
});
