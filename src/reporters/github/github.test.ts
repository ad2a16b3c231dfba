import type { Report } from '#core';
import { expect, test } from 'vitest';
import { evidenceReport } from '../fixtures/evidence-report.ts';
import { hostileReport, largeReport, PAYLOADS, sampleReport } from '../fixtures/reports.ts';
import { unreadableReport } from '../fixtures/unreadable-report.ts';
import { parsePlace } from './command.ts';
import { github } from './index.ts';

function linesOf(report: Report): string[] {
  return [...github(report, { color: false, width: 80 })].join('').trimEnd().split('\n');
}

test('a failing test is an error at its line of the suite', () => {
  expect(linesOf(sampleReport())).toContain(
    '::error file=whichtool.yaml,line=2,title=research-agent picks search then fetch::' +
      'gate tool_selection.f1: 75 %25, needs >= 80 %25%0A' +
      'missed fetch (run 2): members: http.get%0A' +
      'unexpected shell.exec (run 2, call 2): no class has a member "shell.exec"',
  );
});

test('the verdict is the title of a group that folds the warnings away', () => {
  const lines = linesOf(sampleReport());
  expect(lines[0]).toBe(
    '::group::whichtool FAIL: 5 tests: 2 failed, 1 not measured, 1 inconclusive, 1 passed · 1 eval failed' +
      ' · 4 of 9 gates did not hold, 1 not measured, 1 inconclusive · 2 of 5 cases failed, such as orders.history for shipping.eta' +
      ' · 3 of 8 runs failed · 3 runs not measured (RUN_ERROR)',
  );
  expect(lines.indexOf('::endgroup::')).toBe(4);
  expect(lines[2]).toBe(
    '::warning file=whichtool.yaml,line=12,col=11,title=SUITE_OVERLAPPING_CLASSES::' +
      'classes "search" and "fetch" share the member "http.get"%0A' +
      'hint: one call can satisfy both; give each class its own members',
  );
});

test('a result in doubt is a warning', () => {
  expect(linesOf(sampleReport())[1]).toMatch(
    /^::warning file=whichtool\.yaml,line=70,title=reads the calendar/,
  );
});

test('an annotation has the questions of the cases that say most', () => {
  expect(linesOf(evidenceReport())).toContain(
    '::error file=orders.yaml,line=1,title=orders::' +
      'gate tool_name_match: 89.33 %25, needs >= 95 %25 (95 %25 interval 85.33-92.35 %25)%0A' +
      'gate per_tool.recall: 68.97 %25, needs >= 95 %25 (95 %25 interval 50.75-82.8 %25; the tool with the lowest recall)%0A' +
      "“where's my package?” → get_order_history (expected get_order_status) at traces/prod.jsonl:1%0A" +
      '“when will it be here” → get_order_status (expected get_shipping_eta) at traces/prod.jsonl:19%0A' +
      '“what about order A-33?” → order_id: "A-1" (expected "A-33") in get_order_status at traces/prod.jsonl:33%0A' +
      '“thanks!” → get_order_status (expected no call) at traces/prod.jsonl:28%0A' +
      '“thanks!” → no call (expected get_order_status) at traces/prod.jsonl:32%0A' +
      'and 33 more failing cases',
  );
});

test('after ten errors a notice says how many more there are', () => {
  const lines = linesOf(largeReport(1000));
  expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
  expect(lines.at(-1)).toBe('::notice title=whichtool::91 more errors: see the step summary');
});

test.each(PAYLOADS)(
  '%j in every field gives the intended commands and no other line',
  (payload) => {
    const lines = linesOf(hostileReport(payload));
    const commands = lines.filter((line) => /^\s*(?:::|##)/.test(line));
    expect(commands).toEqual(lines);
    expect(commands.map((line) => /^::(\w+)/.exec(line)?.[1])).toEqual([
      'group',
      'warning',
      'warning',
      'endgroup',
      'error',
      'error',
      'error',
      'error',
      'error',
    ]);
  },
);

test.each(PAYLOADS)('%j adds no property to an annotation', (payload) => {
  for (const line of linesOf(hostileReport(payload))) {
    const properties = /^::(?:error|warning) (.*?)::/.exec(line)?.[1];
    const names = properties?.split(',').map((property) => property.split('=')[0]) ?? [];
    expect([
      'file,line,title',
      'file,title',
      'file,line,col,title',
      'line,title',
      'title',
      '',
    ]).toContain(names.join(','));
  }
});

test('a path with every special character stays a path', () => {
  const report = sampleReport();
  const tests = report.tests.map((each) =>
    Object.assign({}, each, { suite: { file: 'a,b:c%\nd.yaml', line: 3 } }),
  );
  expect(linesOf({ ...report, tests })[5]).toMatch(
    /^::error file=a%2Cb%3Ac%25\\nd\.yaml,line=3,title=/,
  );
});

test.each([
  ['a.yaml:12:3', { file: 'a.yaml', line: 12, col: 3 }],
  ['a.yaml:12', { file: 'a.yaml', line: 12 }],
  ['a.yaml', { file: 'a.yaml' }],
  ['a.jsonl:812 /tool_calls/0/name', { file: 'a.jsonl', line: 812 }],
  ['a.json byte 96 /id', { file: 'a.json' }],
  ['C:/a.yaml:1:2', { file: 'C:/a.yaml', line: 1, col: 2 }],
  ['', {}],
  [null, {}],
])('the place %j is read as %j', (where, place) => {
  expect(parsePlace(where)).toEqual(place);
});

test('a record that could not be read and belongs to no test is an error', () => {
  expect(linesOf(unreadableReport())).toContain(
    '::error file=t.jsonl,line=3,title=TRACE_NOT_JSON::not JSON',
  );
});
