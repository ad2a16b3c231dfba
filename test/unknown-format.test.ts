import { afterEach, expect, it } from 'vitest';
import type { InspectionReport, Report } from '#core';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const SUITE = `tests:
  - name: t
    equal_function_sets: { classes: [ { name: s, members: [search] } ] }
`;
const GOOD = jsonl({ tool_calls: [{ name: 'search' }] });
const LOG = jsonl({ level: 'info', msg: 'a' }, { level: 'info', msg: 'b' });
const MESSAGE = 'not a format that whichtool reads; it looks like log lines of a program';

it('is unusable alone, and says so once with every command that reads traces', async () => {
  folder = workspace({ 'whichtool.yaml': SUITE, 'log.jsonl': LOG });
  for (const args of [
    ['run', '--traces', 'log.jsonl'],
    ['score', 'log.jsonl', '--class', 's=search'],
    ['inspect', 'log.jsonl'],
    ['convert', 'log.jsonl'],
    ['sample', 'log.jsonl', '--out', 'drawn'],
  ]) {
    const { code, stdout, stderr } = await whichtool(args, { cwd: folder.path });
    expect([args[0], code, stdout]).toEqual([args[0], 2, '']);
    expect(stderr.split(MESSAGE)).toHaveLength(2);
    expect(stderr).toContain('openai-chat');
  }
});

it('is not a run beside other files, and keeps the report from passing', async () => {
  folder = workspace({ 'whichtool.yaml': SUITE, 't/a.jsonl': GOOD, 't/log.jsonl': LOG });
  const ran = await whichtool(['run', '--traces', 't', '--reporter', 'json'], { cwd: folder.path });
  const report = JSON.parse(ran.stdout) as Report;
  expect([ran.code, report.verdict]).toEqual([3, 'error']);
  expect([report.tests[0]?.runs, report.tests[0]?.errors]).toEqual([1, 0]);
  expect(report.issues.map(({ code, where }) => [code, where])).toEqual([
    ['FORMAT_UNKNOWN', 't/log.jsonl'],
  ]);
  const inspected = await whichtool(['inspect', 't', '--json'], { cwd: folder.path });
  const { runs, verdict, formats } = JSON.parse(inspected.stdout) as InspectionReport;
  expect([inspected.code, runs.measured, runs.errors, verdict]).toEqual([3, 1, 0, 'error']);
  expect(formats).toMatchObject([{ format: 'native', files: 1 }]);
});
