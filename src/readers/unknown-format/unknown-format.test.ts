import { describe, expect, it } from 'vitest';
import { FORMATS } from '../formats/formats.ts';
import { readContent, readContents } from '../fixtures/reader-case.ts';
import type { TraceRecord } from '../reader.ts';

const A = '{"tool_calls":[{"name":"a"}]}';

/** Each record in a word: the calls of a trace, or the code and message of an error. */
function summarise(records: readonly TraceRecord[]): readonly string[] {
  return records.map((record) => {
    if (record.kind === 'trace') return record.trace.calls.map(({ name }) => name).join('+');
    return `${record.issue.code} ${record.issue.message}`;
  });
}

const read = async (file: string, content: string): Promise<readonly string[]> =>
  summarise(await readContent(file, content, null));

const looksLike = (what: string): readonly string[] => [
  `FORMAT_UNKNOWN not a format that whichtool reads; it looks like ${what}`,
];

const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

describe('a file of an unknown format', () => {
  it('is reported once, with the formats that are read', async () => {
    const sample = { input: [{ role: 'user', content: 'Where is it?' }], ideal: 'get_order' };
    const records = await readContent('evals.jsonl', lines(sample, sample, sample), null);
    expect(summarise(records)).toEqual(looksLike('samples of OpenAI evals'));
    const [record] = records;
    const { hint = '', where } = record?.kind === 'error' ? record.issue : {};
    expect(where).toEqual({ file: 'evals.jsonl' });
    expect(hint).toMatch(/^it is a dataset: `whichtool dataset import` reads it; /);
    for (const { id } of FORMATS) expect(hint).toContain(id);
  });

  it.each([
    ['a report of whichtool', { schemaVersion: 1, verdict: 'pass', tests: [] }],
    ['rows of a dataset', { id: '1', input: 'x', expected_tool: 'a' }],
    ['the settings of MCP servers', { mcpServers: {} }],
    ['a tool catalog', { name: 'a', description: 'b', inputSchema: {} }],
    ['a tool catalog', { tools: [{ name: 'a', input_schema: {} }] }],
    ['a promptfoo configuration', { prompts: [], providers: [], tests: [] }],
    ['results of promptfoo', { evalId: 'e', results: {} }],
    ['test cases of DeepEval', { input: 'x', actual_output: 'y', tools_called: [] }],
    ['runs of LangSmith with other keys', { runId: '1', runType: 'llm', in: {} }],
    ['spans with other keys', { spanId: '1', op: 'chat' }],
    ['traces with other keys', { calls: [{ tool: 'search' }] }],
    ['traces with other keys', { task_results: [{ prediction_calls: [] }] }],
    ['one call per record', { tool_name: 'search', tool_input: {} }],
    ['log lines of a program', { level: 'info', msg: 'started' }],
    ['JSON with the keys foo, bar', { foo: 1, bar: 2 }],
    ['JSON with the keys a1, a2, a3, a4, a5, …', { a1: 1, a2: 1, a3: 1, a4: 1, a5: 1, a6: 1 }],
    ['JSON with other keys', { 'sk-secret value': 1 }],
  ])('may look like %s', async (what, record) => {
    expect(await read('x.json', JSON.stringify(record))).toEqual(looksLike(what));
  });

  it.each([
    ['CSV', 'calls.csv', 'id,tool\n1,search\n2,get\n'],
    ['YAML', 'suite.yaml', 'tests:\n  - name: a\n'],
    ['XML or HTML', 'x.xml', '<?xml version="1.0"?>\n<runs/>\n'],
    ['the text of Python objects', 'x.jsonl', "{'tool_calls': [{'name': 'a'}]}\n"],
    ['a stream of server-sent events', 'x.jsonl', 'data: {"choices":[]}\n\ndata: [DONE]\n'],
    ['text, such as the log of a program', 'app.log', '2025-01-01 INFO called search\n'],
    [
      'JSON over several lines in a file of lines',
      'x.jsonl',
      '{\n  "tool_calls": [\n {},\n {}\n ]\n}\n',
    ],
    ['a list on a line', 'x.jsonl', `[${A}]\n`],
    ['JSON without keys (number)', 'x.jsonl', '7\n8\n'],
  ])('may be %s', async (what, file, content) => {
    expect(await read(file, content)).toEqual(looksLike(what));
  });

  it('is read on, for a later record may show a format', async () => {
    const log = Array.from({ length: 100 }, (_, i) => ({ level: 'info', msg: `${i}` }));
    const content = `${lines(...log)}${A}\n{"level":"info"}\n`;
    expect(await read('x.jsonl', content)).toEqual([
      ...looksLike('log lines of a program'),
      'a',
      'TRACE_SCHEMA tool_calls is missing',
    ]);
  });

  it('does not change what is said of other files', async () => {
    const files = [
      { file: 'a.jsonl', content: `${A}\n` },
      { file: 'b.csv', content: 'id,tool\n1,a\n' },
      { file: 'c.jsonl', content: `${A}\n` },
    ];
    expect(summarise(await readContents(files, null))).toEqual(['a', ...looksLike('CSV'), 'a']);
  });
});

describe('a file that is meant to be native', () => {
  it.each([
    ['{"tool_calls":[{}]}', 'TRACE_SCHEMA name is missing'],
    ['{"id":"r1","input":"x"}', 'TRACE_SCHEMA tool_calls is missing'],
    ['{}', 'TRACE_SCHEMA tool_calls is missing'],
  ])('is an errored run where it is %s', async (content, expected) => {
    expect(await read('x.json', content)).toEqual([expected]);
  });

  it.each(['{"tool_calls":[{"name":"a",}]}\n', '{"tool_calls":NaN}\n', '{ "a": 1 \n'])(
    'is damaged JSON where it is %s',
    async (content) => {
      const [first = ''] = await read('x.jsonl', content);
      expect(first).toMatch(/^TRACE_BAD_LINE this line is not JSON/);
    },
  );

  it('has a bad line in its place where other lines are traces', async () => {
    const [first, second, third] = await read('x.jsonl', `Debugger attached.\n${A}\nbye\n`);
    expect([first?.split(' ')[0], second, third?.split(' ')[0]]).toEqual([
      'TRACE_BAD_LINE',
      'a',
      'TRACE_BAD_LINE',
    ]);
  });
});
