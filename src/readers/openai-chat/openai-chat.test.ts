import { toNativeTrace } from '#core';
import { expect, test } from 'vitest';
import { readContent } from '../fixtures/reader-case.ts';

const lines = (...records: object[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('');
const user = { role: 'user', content: 'Turn on the lamp' };
const assistant = { role: 'assistant', content: 'It is on.' };

async function read(content: string): Promise<unknown[]> {
  const records = await readContent('x.jsonl', content, null);
  return records.map((one) => (one.kind === 'trace' ? toNativeTrace(one.trace) : one.issue.code));
}

test('messages that several formats write alike are a run without calls', async () => {
  expect(await read(lines(user, assistant))).toEqual([
    { input: 'Turn on the lamp', tool_calls: [], output: 'It is on.' },
  ]);
});

test('messages that several formats write alike wait for one that tells', async () => {
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

test('an answer that was cut off is no failure where a later request goes on from it', async () => {
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
