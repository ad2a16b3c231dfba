import type { InspectionReport } from '#core';
import { afterEach, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const TEXT = '<tool_call>{"name":"search","arguments":{}}</tool_call>';
const native = { tool_calls: [], output: TEXT };
const chat = {
  messages: [
    { role: 'user', content: 'find it' },
    { role: 'assistant', content: TEXT },
  ],
};

it.each([
  ['native traces', native],
  ['another format', chat],
])('a call written as text in %s is a warning at its place, and can be gated', async (_, run) => {
  folder = workspace({
    't.jsonl': jsonl(run),
    'whichtool.yaml':
      'tests:\n  - { name: t, traces: t.jsonl, expect: [ { text_calls.runs: { "==": 0 } } ] }\n',
  });
  const options = { cwd: folder.path };
  const inspected = await whichtool(
    ['inspect', 't.jsonl', '--threshold', 'text_calls.runs=0', '--reporter', 'json'],
    options,
  );
  expect(inspected.code).toBe(1);
  const report = JSON.parse(inspected.stdout) as InspectionReport;
  expect(report.metrics['text_calls.runs']).toBe(1);
  expect(report.issues).toMatchObject([
    { code: 'READ_TEXT_CALL', severity: 'warning', where: 't.jsonl:1' },
  ]);
  expect((await whichtool(['run'], options)).code).toBe(1);
});
