import { expect, it } from 'vitest';
import { DriveLine } from './drive-line.ts';

it('is seen on a terminal that does not tell its width', () => {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 0, write: (text: string) => written.push(text) };
  new DriveLine(stream as unknown as NodeJS.WriteStream).update({
    tests: { done: 0, total: 1 },
    done: 0,
    total: 40,
    running: 4,
    failed: 0,
    calls: 0,
    tokens: 0,
    cost: 0,
    slowest: null,
    seconds: 0,
  });
  expect(written).toEqual(['\r\u001b[K0 of 40 runs, 4 under way · 0 calls']);
});
