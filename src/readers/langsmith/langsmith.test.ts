import { describe, expect, test } from 'vitest';
import { readContent, readContents } from '../fixtures/reader-case.ts';
import type { TraceRecord } from '../reader.ts';

const line = (run: object): string => `${JSON.stringify(run)}\n`;
const root = { id: 'r', trace_id: 'r', name: 'agent', run_type: 'chain', inputs: { input: 'go' } };
const model = (outputs: object, more: object = {}): object => ({
  id: 'm',
  trace_id: 'r',
  parent_run_id: 'r',
  run_type: 'llm',
  start_time: '2026-01-01T00:00:01',
  outputs,
  ...more,
});
const tool = (id: string, name: string, more: object = {}): object => ({
  id,
  trace_id: 'r',
  parent_run_id: 'r',
  run_type: 'tool',
  name,
  start_time: '2026-01-01T00:00:02',
  ...more,
});

async function readOne(...runs: readonly object[]): Promise<TraceRecord> {
  const records = await readContent('x.jsonl', runs.map(line).join(''), null);
  expect(records).toHaveLength(1);
  return records[0] as TraceRecord;
}

describe('joining', () => {
  test('tool runs without an id find their call by its arguments, whatever order they ended in', async () => {
    const calls = [
      { name: 'get', args: { n: 1 }, id: 'a' },
      { name: 'get', args: { n: 2 }, id: 'b' },
    ];
    const read = await readOne(
      root,
      model({ message: { type: 'ai', content: '', tool_calls: calls } }),
      tool('1', 'get', { inputs: { n: 2 }, error: 'gone' }),
      tool('2', 'get', { inputs: { n: 1 } }),
    );
    expect(read).toMatchObject({
      trace: {
        calls: [
          { id: 'a', status: 'ok' },
          { id: 'b', status: 'error' },
        ],
      },
    });
  });

  test('more tool runs than choices are calls of their own', async () => {
    const calls = [{ name: 'get', args: {}, id: 'a' }];
    const read = await readOne(
      root,
      model({ message: { type: 'ai', content: '', tool_calls: calls } }),
      tool('1', 'get'),
      tool('2', 'get'),
    );
    expect(read).toMatchObject({ trace: { calls: [{ id: 'a' }, { id: null }] } });
  });

  test('tools inside a tool are calls of a sub-agent where its model says nothing', async () => {
    const inside = { parent_run_id: '1', start_time: '2026-01-01T00:00:03' };
    const read = await readOne(
      root,
      tool('1', 'delegate'),
      model({}, inside),
      tool('2', 'dig', inside),
    );
    expect(read).toMatchObject({
      trace: { calls: [{ name: 'delegate' }, { name: 'dig', requester: 'delegate' }] },
    });
  });

  test('parents that go in a circle are read all the same', async () => {
    const read = await readOne(
      { ...root, parent_run_id: '1' },
      tool('1', 'get', { parent_run_id: 'm' }),
      model({}, { parent_run_id: '1' }),
    );
    expect(read).toMatchObject({ kind: 'trace' });
  });

  test('a trace that lies in two files is one', async () => {
    const records = await readContents(
      [
        { file: 'a.jsonl', content: line(tool('1', 'get')) },
        { file: 'b.jsonl', content: line(root) },
      ],
      null,
    );
    expect(records).toMatchObject([
      {
        kind: 'trace',
        where: { file: 'a.jsonl' },
        trace: { input: 'go', calls: [{ name: 'get' }] },
      },
    ]);
  });

  test('of a run that is told twice, the one that has ended counts', async () => {
    const pending = { ...root, status: 'pending', end_time: null };
    expect(await readOne(pending, { ...root, outputs: { output: 'done' } })).toMatchObject({
      trace: { error: null, output: 'done' },
    });
  });
});

describe('answers', () => {
  test('items of the Responses API in one answer are one turn', async () => {
    const read = await readOne(
      root,
      model({
        output: [
          { type: 'function_call', call_id: 'a', name: 'get', arguments: '{"n":1}' },
          { type: 'function_call', call_id: 'b', name: 'put', arguments: '{}' },
        ],
      }),
    );
    expect(read).toMatchObject({
      trace: {
        calls: [
          { name: 'get', turn: 1 },
          { name: 'put', turn: 1 },
        ],
      },
    });
  });

  test('the blocks of an Anthropic client are read', async () => {
    const content = [{ type: 'tool_use', id: 'a', name: 'get', input: { n: 1 } }];
    expect(await readOne(root, model({ role: 'assistant', content }))).toMatchObject({
      trace: { calls: [{ id: 'a', name: 'get', arguments: { value: { n: 1 } } }] },
    });
  });

  test('an answer that its model cut off is an errored run', async () => {
    const choices = [{ message: { role: 'assistant', content: 'Once' }, finish_reason: 'length' }];
    expect(await readOne(root, model({ choices }))).toMatchObject({
      trace: { error: 'the last answer was cut off (length)', output: 'Once' },
    });
  });

  test('inputs that hold no text of a user are kept whole', async () => {
    expect(await readOne({ ...root, inputs: { a: 1, b: 'x' } })).toMatchObject({
      trace: { input: { a: 1, b: 'x' } },
    });
  });
});
