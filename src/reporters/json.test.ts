import type { Report } from '#core';
import { expect, test } from 'vitest';
import { hostileReport, largeReport, PAYLOADS, sampleReport } from './fixtures/reports.ts';
import { json } from './json.ts';

function render(report: Report): string {
  return [...json(report, { color: false, width: 80 })].join('');
}

function canonical(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

test('the bytes are those of JSON.stringify and a line feed', () => {
  expect(render(sampleReport())).toBe(canonical(sampleReport()));
});

test.each([0, 1, 99, 100, 101, 250])('the bytes are the same with %i tests and cases', (count) => {
  expect(render(largeReport(count))).toBe(canonical(largeReport(count)));
});

test('the bytes are the same without evals and in a shard', () => {
  const report: Report = { ...largeReport(3), evals: [], shard: { index: 1, count: 2 } };
  expect(render(report)).toBe(canonical(report));
});

test.each(PAYLOADS)('the bytes are the same with %j in every field', (payload) => {
  expect(render(hostileReport(payload))).toBe(canonical(hostileReport(payload)));
});

test('no chunk holds many tests whose runs have evidence', () => {
  const evidence = { where: 'a.jsonl:1', question: 'x'.repeat(1000) };
  const listedRuns = Array.from({ length: 50 }, (_, i) => ({
    run: i + 1,
    verdict: 'pass' as const,
    evidence,
  }));
  const report = largeReport(40);
  const tests = report.tests.map((one) => ({ ...one, listedRuns }));
  const whole = { ...report, tests };
  expect(render(whole)).toBe(canonical(whole));
  const chunks = [...json(whole, { color: false, width: 80 })];
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(200_000);
});

test('no chunk holds more than a hundred tests', () => {
  const whole = canonical(largeReport(1000)).length;
  const chunks = [...json(largeReport(1000), { color: false, width: 80 })];
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(whole / 5);
});
