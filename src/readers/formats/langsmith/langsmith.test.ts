import type { Trace } from '#core';
import { describe, expect, test } from 'vitest';
import { readContent, readContents } from '../../fixtures/reader-case.ts';
import type { TraceRecord } from '../../reader.ts';

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

function toTrace(record: TraceRecord): Trace {
  return record.kind === 'trace' ? record.trace : expect.fail(record.issue.message);
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

  test('of a run that is recorded twice, the one that has ended counts', async () => {
    const pending = { ...root, status: 'pending', end_time: null };
    expect(
      await readOne(pending, { ...root, outputs: { output: 'done' }, child_run_ids: [] }),
    ).toMatchObject({
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

describe('exports', () => {
  const request = (...ids: readonly string[]): object => ({
    message: {
      type: 'ai',
      content: '',
      tool_calls: ids.map((id) => ({ name: 'get', args: { n: 1 }, id })),
    },
  });

  test('a tool run belongs to the call whose id its output or metadata has, whatever it was given', async () => {
    const gave = { type: 'tool', content: 'x', tool_call_id: 'b', status: 'error' };
    for (const output of [
      { outputs: { output: gave } },
      { outputs: gave },
      { error: 'no', extra: { tool_call_id: 'b' } },
      { error: 'no', extra: { metadata: { tool_call_id: 'b' } } },
    ])
      expect(await readOne(root, model(request('a', 'b')), tool('1', 'get', output))).toMatchObject(
        {
          trace: {
            calls: [
              { id: 'a', status: 'missing' },
              { id: 'b', status: 'error' },
            ],
          },
        },
      );
  });

  test('a tool run whose id no model asked for is a call of its own', async () => {
    const run = tool('1', 'get', { extra: { tool_call_id: 'z' } });
    expect(await readOne(root, model(request('a')), run)).toMatchObject({
      trace: { calls: [{ id: 'a' }, { id: 'z' }] },
    });
  });

  test('the dotted order says what came first, where clocks do not', async () => {
    const at = (step: string): string => `20260101T000000000000Zr.${step}`;
    const read = await readOne(
      { ...root, dotted_order: '20260101T000000000000Zr' },
      tool('1', 'late', { dotted_order: at('20260101T000002000000Z1'), start_time: '2026-01-01' }),
      tool('2', 'soon', { dotted_order: at('20260101T000001000000Z2') }),
    );
    expect(read).toMatchObject({ trace: { calls: [{ name: 'soon' }, { name: 'late' }] } });
  });

  test('a page of an API is a list of runs, and a run without a trace id has it in its order', async () => {
    const order = '20260101T000000000000Zr.20260101T000001000000Z1';
    const {
      trace_id: _,
      parent_run_id: parent,
      ...alone
    } = tool('1', 'get') as Record<string, unknown>;
    for (const runs of [
      [root, { ...alone, parent_run_id: parent, dotted_order: order }],
      [root, { ...alone, parent_run_ids: ['r'] }],
    ])
      for (const key of ['runs', 'items'])
        expect(await readOne({ [key]: runs, cursors: {} })).toMatchObject({
          trace: { id: 'r', input: 'go', calls: [{ name: 'get' }] },
        });
  });

  test('without its root a trace has its input and tokens from its models', async () => {
    const question = { type: 'human', content: 'Hi' };
    const counts = {
      prompt_tokens: 4,
      completion_tokens: 1,
      prompt_cost: '0.1',
      completion_cost: 0.2,
    };
    const read = await readOne(
      model(request('a'), { inputs: { messages: [[question]] }, ...counts }),
      model({ usage_metadata: { input_tokens: 3, output_tokens: 2 } }, { id: 'm2' }),
    );
    expect(read).toMatchObject({
      trace: { input: 'Hi', usage: { inputTokens: 7, outputTokens: 3, cost: 0.3 } },
    });
  });

  test('the tokens of a root are the sum of all below it', async () => {
    const counts = { prompt_tokens: 4 };
    const read = await readOne({ ...root, ...counts }, model(request('a'), counts));
    expect(toTrace(read).usage?.inputTokens).toBe(4);
  });

  test('of several answers to one request the first counts', async () => {
    const message = (id: string): object => ({
      message: {
        role: 'assistant',
        content: '',
        tool_calls: [{ id, function: { name: 'get', arguments: '{}' } }],
      },
    });
    for (const outputs of [
      { choices: [message('a'), message('b')] },
      { generations: [[message('a'), message('b')]] },
    ]) {
      const { calls } = toTrace(await readOne(root, model(outputs)));
      expect(calls.map(({ id }) => id)).toEqual(['a']);
    }
  });

  test.each([
    [{ extra: { invocation_params: { tools: [{ name: 'get' }], model: 'm' } } }],
    [{ extra: { invocation_params: { functions: [{ name: 'get' }], model_name: 'm' } } }],
    [{ inputs: { tools: [{ name: 'get' }], model: 'm' } }],
  ])('tools and model are found in %j', async (members) => {
    expect(await readOne(root, model(request('a'), members))).toMatchObject({
      trace: { offered: [{ name: 'get' }], metadata: { model: 'm' } },
    });
  });

  test.each([
    [{ status: 'error' }, 'the run ended with an error'],
    [{ error: 'ValueError()' }, 'ValueError()'],
    [{ error: 'GraphInterrupt((...))' }, null],
    [{ error: 'NodeInterrupt((...))' }, null],
    [{ error: 'ParentCommand(goto=x)' }, null],
    [{ status: 'pending', end_time: null }, 'the run had not ended when it was exported'],
    [{ status: 'pending', end_time: '2026-01-01T00:00:09' }, null],
  ])('a root that says %j has the error %j', async (members, error) => {
    expect(await readOne({ ...root, ...members }, tool('1', 'get'))).toMatchObject({
      trace: { error },
    });
  });

  test('payloads that lie elsewhere are said to be lost; lost answers leave the calls unknown', async () => {
    const link = { ROOT: 'https://example.com/x' };
    expect(
      await readOne(root, tool('1', 'get', { inputs: {}, inputs_s3_urls: link })),
    ).toMatchObject({ trace: { error: null, issues: [{ code: 'READ_PAYLOAD_MISSING' }] } });
    expect(await readOne(root, model({}, { outputs_s3_urls: link }))).toMatchObject({
      trace: { fault: { code: 'READ_ANSWER_MISSING' } },
    });
    expect(await readOne(root, model(request('a'), { outputs_s3_urls: link }))).toMatchObject({
      trace: { error: null, issues: [] },
    });
  });

  test.each([
    ['null', model({}, { outputs: null })],
    ['cut short', model({}, { outputs: '{"generations":[[{"message":{"kwa' })],
    [
      'without the calls that it announces',
      model({
        choices: [{ finish_reason: 'tool_calls', message: { role: 'assistant', content: '' } }],
      }),
    ],
  ])('an answer that is %s is no answer without a call', async (_, answer) => {
    const code = expect.stringMatching(/^READ_ANSWER_(?:MISSING|CUT)$/) as string;
    expect(await readOne(root, answer)).toMatchObject({ trace: { calls: [], fault: { code } } });
    expect(await readOne(root, answer, tool('1', 'get'))).toMatchObject({
      trace: { calls: [{ name: 'get' }], error: null, partial: true, issues: [{ code }] },
    });
  });

  const item = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'a' }],
  };
  test.each([
    { usage_metadata: { input_tokens: 3 } },
    { output: null },
    { output: [] },
    { output: 5 },
    { generations: [] },
    { generations: [[]] },
    { generations: [[{ text: '', tool_calls: [{ name: 'put' }] }]] },
    { choices: [{ delta: { content: 'a' } }] },
    { output: 'done', tool_calls: [{ name: 'put', args: {} }] },
    { result: { calls: ['put'] } },
    { output: { steps: [{ act: 'put' }] } },
    { outputs: { actions: [] } },
    { output: [item, { type: 'mystery_call', name: 'put' }] },
    { output: [{ type: 'message_start' }, { type: 'content_block_start' }] },
    { messages: [{ type: 'human', content: 'go' }] },
  ])('an answer of an unknown shape is no answer without a call: %j', async (outputs) => {
    const code = 'READ_ANSWER_MISSING';
    expect(await readOne(root, model(outputs))).toMatchObject({
      trace: { calls: [], fault: { code }, error: expect.stringContaining('shape') as string },
    });
    expect(await readOne(root, model(outputs), tool('1', 'get'))).toMatchObject({
      trace: { calls: [{ name: 'get' }], error: null, partial: true, issues: [{ code }] },
    });
    const inner = model(request('a'), { id: 'm2', parent_run_id: 'm' });
    expect(await readOne(root, model(outputs), inner)).toMatchObject({ trace: { error: null } });
  });

  test.each([
    {
      generations: [
        [{ text: 'a', generation_info: { finish_reason: 'stop' }, type: 'Generation' }],
      ],
    },
    { generations: [[{ text: 'a', generationInfo: {} }]], llmOutput: {} },
    { choices: [{ text: 'a', index: 0, logprobs: null, finish_reason: 'stop' }], model: 'm' },
    { output: 'a' },
    { outputs: 'a' },
    { output: 'a', usage_metadata: { input_tokens: 3 } },
    { completion: 'a', stop_reason: 'stop_sequence', stop: null, model: 'm' },
    { output: ['assistant', 'a'] },
    { output: { choices: [{ message: { role: 'assistant', content: 'a' } }] } },
    { outputs: { role: 'assistant', content: 'a' } },
    { id: 'x', output: [{ type: 'reasoning', summary: [] }, item], status: 'completed' },
    { role: 'assistant', content: [{ type: 'text', text: 'a' }], usage_metadata: null },
    { output: { message: { role: 'assistant', content: [{ text: 'a' }] } } },
  ])('a text is an answer without a call: %j', async (outputs) => {
    expect(await readOne(root, model(outputs))).toMatchObject({
      trace: { calls: [], error: null, issues: [] },
    });
  });

  test.each([{ child_run_ids: null }, {}])(
    'a root alone is not a run without a call: %j',
    async (rest) => {
      const alone = { ...root, outputs: { output: 'done' }, ...rest };
      expect(await readOne(alone)).toMatchObject({
        trace: { fault: { code: 'READ_ANSWER_MISSING' } },
      });
    },
  );

  test('what the tracers note for themselves is not metadata of the run', async () => {
    const metadata = {
      shop: 'a',
      ls_x: 1,
      langgraph_node: 'x',
      LANGSMITH_X: 1,
      LANGCHAIN_X: 1,
      __x: 1,
      checkpoint_ns: '',
      revision_id: 'x',
    };
    const read = await readOne({ ...root, extra: { metadata } }, tool('1', 'get'));
    expect(toTrace(read).metadata).toEqual({ shop: 'a' });
  });
});

describe('sums and ends', () => {
  const answer = { message: { type: 'ai', content: 'So.' } };

  test('a root that knows no tokens leaves them to its models, and a client inside a model counts once', async () => {
    const counts = { prompt_tokens: 4 };
    const inner = model(answer, { id: 'm2', parent_run_id: 'm', ...counts });
    const read = await readOne({ ...root, prompt_tokens: 0 }, model(answer, counts), inner);
    expect(toTrace(read).usage?.inputTokens).toBe(4);
  });

  test.each([
    { message: { ...answer.message, response_metadata: { finish_reason: 'length' } } },
    { generations: [[{ ...answer, generation_info: { finish_reason: 'length' } }]] },
    { choices: [{ ...answer, finish_reason: 'length' }] },
    { role: 'assistant', content: 'So.', stop_reason: 'max_tokens' },
    { choices: [{ ...answer, finish_reason: 'content_filter' }] },
  ])('%j is cut off, unless an inner agent said it', async (outputs) => {
    const { error } = toTrace(await readOne(root, model(outputs)));
    expect(error).toMatch(/^the last answer was cut off/);
    const inside = { parent_run_id: '1', id: 'm2', start_time: '2026-01-01T00:00:03' };
    const inner = await readOne(root, model(answer), tool('1', 'ask'), model(outputs, inside));
    expect(toTrace(inner).error).toBeNull();
  });

  test('a root alone records its calls by its last messages, and is errored where it had runs below it', async () => {
    const call = { type: 'ai', content: '', tool_calls: [{ name: 'get', args: {}, id: 'a' }] };
    const messages = [
      { type: 'human', content: 'old' },
      call,
      { type: 'human', content: 'go' },
      { ...call, id: 'x', tool_calls: [{ name: 'put', args: {}, id: 'b' }] },
    ];
    expect(toTrace(await readOne({ ...root, outputs: { messages } })).calls).toMatchObject([
      { name: 'put' },
    ]);
    const unknown = 'the export has the root of this trace only, so its calls are unknown';
    expect(toTrace(await readOne({ ...root, child_run_ids: ['1'] })).error).toBe(unknown);
    expect(toTrace(await readOne({ ...root, total_tokens: 9 })).error).toBe(unknown);
    expect(
      toTrace(await readOne({ ...root, child_run_ids: [], total_tokens: 0 })).error,
    ).toBeNull();
  });

  test.each([
    [{ output: 'So.' }, 'So.'],
    [{ answer: 'So.' }, 'So.'],
    [
      {
        messages: [
          { type: 'ai', content: 'No.' },
          { type: 'ai', content: 'So.' },
          { type: 'ai', content: '' },
          { type: 'tool', content: 'x' },
        ],
      },
      'So.',
    ],
    [{ output: { role: 'assistant', content: 'So.' } }, 'So.'],
    [
      { a: 1, b: 2 },
      { a: 1, b: 2 },
    ],
    [{}, null],
  ])('of the outputs %j the answer is %j', async (outputs, output) => {
    expect(toTrace(await readOne({ ...root, outputs }, tool('1', 'get'))).output).toEqual(output);
  });

  test.each([
    [{ input: 'Hi' }, 'Hi'],
    [{ question: 'Hi' }, 'Hi'],
    [{ messages: [['human', ''], { role: 'user', content: 'Hi' }] }, 'Hi'],
    [
      {
        input: {
          messages: [
            { role: 'system', content: 'x' },
            { role: 'user', content: 'Hi' },
          ],
        },
      },
      'Hi',
    ],
    [{ input: [{ role: 'user', content: 'Hi' }] }, 'Hi'],
    [{}, null],
  ])('of the inputs %j the question is %j', async (inputs, input) => {
    expect(toTrace(await readOne({ ...root, inputs }, tool('1', 'get'))).input).toEqual(input);
  });
});
