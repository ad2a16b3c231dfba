import { expect, test } from 'vitest';
import { formatCalls, readContent, readLines } from '../../fixtures/reader-case.ts';

const START = '{"type":"thread.started","thread_id":"t"}\n{"type":"turn.started"}\n';
const END =
  '{"type":"item.completed","item":{"id":"z","type":"agent_message","text":"ok"}}\n{"type":"turn.completed","usage":{}}\n';

test('a web search has two ids, and counts once', async () => {
  const search = (event: string): string =>
    `{"type":"item.${event}","item":{"id":"item_4","type":"web_search","id":"ws_1","query":"q","action":{"type":"search","query":"q"}}}\n`;
  const [record, ...others] = await readContent(
    'exec.jsonl',
    `${START}${search('started')}${search('completed')}${END}`,
    null,
  );
  if (record?.kind !== 'trace') throw new Error('not a run');
  expect([formatCalls(record.trace), record.trace.error, others]).toEqual([
    ['web_search ok'],
    null,
    [],
  ]);
});

test('any other key that is written twice is an error', async () => {
  const twice =
    '{"type":"item.completed","item":{"id":"a","type":"mcp_tool_call","tool":"x","tool":"y"}}\n';
  const records = await readContent('exec.jsonl', `${START}${twice}${END}`, null);
  expect(records.map((record) => (record.kind === 'trace' ? 'trace' : record.issue.code))).toEqual([
    'JSON_DUPLICATE_KEY',
    'trace',
  ]);
});

test('a question to the user is a call', async () => {
  const [run] = await readLines([
    { type: 'thread.started', thread_id: 't' },
    { type: 'request_user_input', id: 'turn', call_id: 'c1', questions: [] },
    { type: 'item.completed', item: { id: 'z', type: 'agent_message', text: 'ok' } },
    { type: 'turn.completed', usage: {} },
  ]);
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['request_user_input']);
});
