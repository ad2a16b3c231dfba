import { toNativeTrace } from '#core';
import { expect, test } from 'vitest';
import { readContent } from '../../fixtures/reader-case.ts';

const lines = (...records: object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
const user = { role: 'user', content: 'Turn on the lamp' };
const assistant = { role: 'assistant', content: 'It is on.' };

async function read(content: string): Promise<unknown[]> {
  const records = await readContent('x.jsonl', content, null);
  return records.map((record) =>
    record.kind === 'trace' ? toNativeTrace(record.trace) : record.issue.code,
  );
}

test('messages that several formats write alike are a run without calls', async () => {
  expect(await read(lines(user, assistant))).toEqual([
    { input: 'Turn on the lamp', tool_calls: [], output: 'It is on.' },
  ]);
});

test('messages that several formats write alike wait for one that decides', async () => {
  const block = {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't1', name: 'lamp', input: {} }],
  };
  expect(await read(lines(user, block))).toEqual([
    {
      input: 'Turn on the lamp',
      tool_calls: [{ name: 'lamp', arguments: {}, id: 't1', turn: 1 }],
    },
  ]);
});

test('a long log of requests is read in time that grows with its length', async () => {
  const exchange = (i: number): object => ({
    request: { messages: [{ role: 'user', content: `question ${i}` }] },
    response: { choices: [{ message: assistant }] },
  });
  const records = await read(lines(...Array.from({ length: 5000 }, (_, i) => exchange(i))));
  expect(records).toHaveLength(5000);
});

test('an answer that was cut off is not a failure where a later request goes on from it', async () => {
  const cut = { message: { role: 'assistant', content: 'It i' }, finish_reason: 'length' };
  const whole = { message: { role: 'assistant', content: 's on.' }, finish_reason: 'stop' };
  expect(
    await read(
      lines(
        { messages: [user], choices: [cut] },
        { messages: [user, cut.message, { role: 'user', content: 'go on' }], choices: [whole] },
      ),
    ),
  ).toEqual([
    {
      input: 'Turn on the lamp',
      tool_calls: [],
      output: 's on.',
      said: [
        { role: 'user', text: 'Turn on the lamp', turn: 0 },
        { role: 'assistant', text: 'It i', turn: 1 },
        { role: 'user', text: 'go on', turn: 1 },
      ],
    },
  ]);
});

const choice = (message: object, more: object = {}): object => ({
  choices: [{ index: 0, message: { role: 'assistant', ...message }, ...more }],
});
const lamp = { name: 'lamp', arguments: '{"on":true}' };
const called = { name: 'lamp', arguments: { on: true } };

test('a call that is recorded in the old way as well is one; so is one in the old way alone', async () => {
  const both = {
    function_call: lamp,
    tool_calls: [{ id: 'c1', type: 'function', function: lamp }],
  };
  const old = { role: 'function', name: 'lamp', content: 'on' };
  expect(await read(lines(choice(both)))).toEqual([
    { tool_calls: [{ ...called, id: 'c1', turn: 1 }] },
  ]);
  expect(
    await read(
      lines({
        messages: [user, { role: 'assistant', function_call: lamp }, old],
        functions: [{ name: 'lamp' }],
      }),
    ),
  ).toEqual([
    {
      input: 'Turn on the lamp',
      tool_calls: [{ ...called, result: 'on', turn: 1 }],
      tools: [{ name: 'lamp' }],
    },
  ]);
});

test('a streamed call in the old way, and custom tools, are put together', async () => {
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    id: 'x',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  });
  expect(
    await read(
      lines(
        chunk({ function_call: { name: 'lamp', arguments: '{"on"' } }),
        chunk({ function_call: { arguments: ':true}' } }, 'function_call'),
      ),
    ),
  ).toEqual([{ id: 'x', tool_calls: [{ ...called, turn: 1 }] }]);
  expect(
    await read(
      lines(
        chunk({
          tool_calls: [{ index: 0, id: 'c', type: 'custom', custom: { name: 'say', input: 'a' } }],
        }),
        chunk({ tool_calls: [{ index: 0, custom: { input: 'b' } }] }, 'tool_calls'),
      ),
    ),
  ).toEqual([
    { id: 'x', tool_calls: [{ name: 'say', arguments: { input: 'ab' }, id: 'c', turn: 1 }] },
  ]);
});

test.each([
  [
    choice({ content: 'On' }, { finish_reason: 'length' }),
    'the answer was cut off (finish_reason length)',
  ],
  [
    choice({ content: '' }, { finish_reason: 'content_filter' }),
    'the answer was cut off (finish_reason content_filter)',
  ],
  [{ request: { messages: [user] }, response: { choices: [] } }, 'the response has no choice'],
  [{ request: { messages: [user] }, response: { error: { message: 'rate' } } }, 'rate'],
  [{ request: { messages: [user] }, response: null, error: 'timeout' }, 'timeout'],
])('%j is an errored run', async (record, error) => {
  expect(await read(lines(record))).toMatchObject([{ tool_calls: [], error }]);
});

test('a refusal is what the agent said', async () => {
  const refused = choice({ content: null, refusal: 'No.' }, { finish_reason: 'stop' });
  expect(await read(lines(refused))).toEqual([{ tool_calls: [], output: 'No.' }]);
});

test('requests without ids go on from the answer that they repeat: by its words and calls, place and first question', async () => {
  const call = (name: string): object => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ function: { name, arguments: '{}' } }],
  });
  const send = (messages: object[], message: object): object => ({
    request: { messages },
    response: { choices: [{ message }] },
  });
  const gave = { role: 'tool', content: 'on' };
  const question = { role: 'user', content: 'Turn it off' };
  const runs = (await read(
    lines(
      send([user], call('a')),
      send([question], call('a')),
      send([question, call('a'), gave], call('b')),
      send([user, call('a'), gave], assistant),
      send([user, call('a'), gave, assistant, user], assistant),
    ),
  )) as { input: string; tool_calls: { name: string }[] }[];
  expect(runs.map((run) => [run.input, run.tool_calls.map(({ name }) => name)])).toEqual([
    ['Turn on the lamp', ['a']],
    ['Turn it off', ['a', 'b']],
  ]);
});

test('parts of text beside calls do not make a message one of another API', async () => {
  const parts = {
    role: 'assistant',
    content: [{ type: 'text', text: 'So.' }],
    tool_calls: [{ id: 'c', function: lamp }],
  };
  expect(await read(lines({ messages: [user, parts] }))).toEqual([
    {
      input: 'Turn on the lamp',
      tool_calls: [{ ...called, id: 'c', turn: 1 }],
      output: 'So.',
      // The text is beside the call: no answer follows.
      answers: 1,
    },
  ]);
});
