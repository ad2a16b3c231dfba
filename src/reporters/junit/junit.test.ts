import { spawnSync } from 'node:child_process';
import type { Report } from '#core';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { evidenceReport, manyRunsReport } from '../fixtures/evidence-report.ts';
import { hostileReport, PAYLOADS, sampleReport } from '../fixtures/reports.ts';
import { unreadableReport } from '../fixtures/unreadable-report.ts';
import { junit } from './index.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

function render(report: Report): string {
  return [...junit(report, { color: false, width: 80 })].join('');
}

/** Parses strictly: anything that is not well-formed throws. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  const [document] = root.children;
  if (document === undefined) throw new Error('there is no root element');
  return document;
}

function find(element: Element, name: string): Element[] {
  const own = element.name === name ? [element] : [];
  return [...own, ...element.children.flatMap((child) => find(child, name))];
}

test('a suite file and an eval are a testsuite each, with their counts', () => {
  const document = parse(render(sampleReport()));
  expect(document.attributes).toEqual({
    name: 'whichtool',
    tests: '7',
    failures: '4',
    errors: '1',
    skipped: '0',
    time: '0.412',
  });
  expect(document.children.map((suite) => suite.attributes)).toEqual([
    { name: 'whichtool.yaml', tests: '5', failures: '3', errors: '1', skipped: '0' },
    { name: 'orders', tests: '2', failures: '1', errors: '0', skipped: '0' },
  ]);
});

test('the counts say what the document holds', () => {
  for (const report of [sampleReport(), hostileReport('x')]) {
    const document = parse(render(report));
    for (const suite of [document, ...find(document, 'testsuite')]) {
      expect(suite.attributes['tests']).toBe(String(find(suite, 'testcase').length));
      expect(suite.attributes['failures']).toBe(String(find(suite, 'failure').length));
      expect(suite.attributes['errors']).toBe(String(find(suite, 'error').length));
    }
  }
});

test('a failure reads like a sentence and says where the test is declared', () => {
  const [first] = find(parse(render(sampleReport())), 'testcase');
  expect(first?.attributes).toEqual({
    name: 'research-agent picks search then fetch',
    classname: 'whichtool.yaml',
    file: 'whichtool.yaml',
    line: '2',
  });
  expect(first?.children[0]?.attributes).toEqual({
    message: 'gate tool_selection.f1: 75 %, needs >= 80 %',
    type: 'fail',
  });
  expect(first?.children[0]?.text.split('\n')).toEqual([
    'gate tool_selection.f1: 75 %, needs >= 80 %',
    'missed fetch (run 2): members: http.get',
    'unexpected shell.exec (run 2, call 2): no class has a member "shell.exec"',
  ]);
});

test('what could not be measured is an error and what is in doubt a failure of its own type', () => {
  const document = parse(render(sampleReport()));
  const [error] = find(document, 'error');
  expect(error?.attributes['type']).toBe('error');
  expect(find(document, 'failure').map((failure) => failure.attributes['type'])).toEqual([
    'fail',
    'fail',
    'inconclusive',
    'fail',
  ]);
});

test('an eval has a testcase per gate and its metrics as properties', () => {
  const suite = find(parse(render(sampleReport())), 'testsuite')[1];
  if (suite === undefined) throw new Error('the sample has an eval');
  expect(find(suite, 'testcase').map((each) => each.attributes['name'])).toEqual([
    'required.all_required_calls_made (Required calls) >= 95 %',
    'required.num_unrequired_calls (Required calls) <= 5',
  ]);
  const properties = find(suite, 'property').map(({ attributes }) => Object.values(attributes));
  expect(properties).toContainEqual(['required.required_calls_coverage', '0.8']);
  expect(properties).toContainEqual(['hallucinated.calls', 'not measured']);
});

test('the evidence of failing cases is the output of the first testcase that is not green', () => {
  const document = parse(render(evidenceReport()));
  const outputs = find(document, 'testcase').map((each) => find(each, 'system-out').length);
  expect(outputs).toEqual([1, 0, 0]);
  const lines = find(document, 'system-out')[0]?.text.split('\n') ?? [];
  expect(lines.slice(0, 8)).toEqual([
    "“where's my package?” → get_order_history (expected get_order_status) at traces/prod.jsonl:1",
    '  expected: get_order_status {"order_id":"A-1"}',
    '  called: get_order_history {"user_id":"U-1"}',
    '  answer: Your package left the warehouse this morning.',
    '  label: One open order: a status lookup is enough. (ada, ben agreed)',
    '  model: gpt-5-mini',
    '  case: c1',
    '“when will it be here” → get_order_status (expected get_shipping_eta) at traces/prod.jsonl:19',
  ]);
  expect(lines.filter((line) => line.includes(' → '))).toHaveLength(38);
});

test('a test has the evidence of its failing runs', () => {
  const [first] = find(parse(render(manyRunsReport())), 'testcase');
  expect(first?.children.map(({ name }) => name)).toEqual(['failure', 'system-out']);
  expect(first?.children[1]?.text).toContain(
    '“find and read the announcement” → shell.exec (expected fetch) at traces/research.jsonl:195',
  );
});

test('an eval that could not be measured is red even without a gate', () => {
  const report = sampleReport();
  const evals = report.evals.map((each) =>
    Object.assign({}, each, { gates: [], verdict: 'error' }),
  );
  const suite = find(parse(render({ ...report, evals })), 'testsuite')[1];
  if (suite === undefined) throw new Error('the sample has an eval');
  expect(find(suite, 'error')).toHaveLength(1);
});

test.each(PAYLOADS)('%j leaves the document well-formed, with every testcase in it', (payload) => {
  const document = parse(render(hostileReport(payload)));
  expect(find(document, 'testcase')).toHaveLength(4 + 3 + 2 + 1);
});

/** In CI a missing parser fails. */
const canParse = spawnSync('xmllint', ['--version']).status === 0 || 'CI' in process.env;

test.runIf(canParse)('another strict parser reads all payloads at once', () => {
  const xml = render(hostileReport(PAYLOADS.join('')));
  const { status, stderr } = spawnSync('xmllint', ['--noout', '-'], { input: xml });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
});

test('a record that could not be read and belongs to no test is an error', () => {
  const xml = render(unreadableReport());
  expect(xml).toContain('<testsuites name="whichtool" tests="1" failures="0" errors="1"');
  expect(xml).toContain('<testcase name="t.jsonl:3 TRACE_NOT_JSON" classname="records"');
});
