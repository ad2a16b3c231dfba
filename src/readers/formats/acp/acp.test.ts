import { expect, test } from 'vitest';
import { detectFormat } from '../../format-guess.ts';
import { formatCalls, readLines } from '../../fixtures/reader-case.ts';
import { FORMATS } from '../formats.ts';
import { ask, call, end, permit, result, rpc, said, update } from './fixtures/messages.ts';

test('MCP and A2A speak JSON-RPC, too', () => {
  const formatOf = (message: object): string | null =>
    detectFormat(rpc(message as never), FORMATS)?.id ?? null;
  expect(formatOf({ id: 0, method: 'initialize', params: { protocolVersion: 1 } })).toBe('acp');
  expect(formatOf({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18' } })).toBe(
    'mcp-wire',
  );
  expect(formatOf({ id: 0, result: { protocolVersion: 1, agentCapabilities: {} } })).toBe('acp');
  expect(formatOf({ id: 0, result: { protocolVersion: '2025-06-18' } })).toBe('mcp-wire');
  expect(formatOf({ id: 1, method: 'tools/call', params: { name: 'x' } })).toBe('mcp-wire');
});

test('an agent-to-agent log is not a log of tools', async () => {
  const [run] = await readLines([
    rpc({ id: 1, method: 'message/send', params: { message: { role: 'user', parts: [] } } }),
    rpc({ id: 1, result: { kind: 'task' } }),
  ]);
  expect(run?.error).not.toBeNull();
});

test('a permission that is given, or never decided, refuses nothing', async () => {
  const decided = rpc({ id: 8, result: { outcome: { outcome: 'selected', optionId: 'yes' } } });
  const cancelled = rpc({ id: 8, result: { outcome: { outcome: 'cancelled' } } });
  const begin = [ask('s', 1, 'Go'), call('s', 'c1', 'run', {}), permit('s', 8, 'c1')];
  const [given] = await readLines([...begin, decided, result('s', 'c1', 'completed'), end(1)]);
  expect(given === undefined ? [] : formatCalls(given)).toEqual(['run ok']);
  const [open] = await readLines([...begin, cancelled, end(1, 'cancelled')]);
  expect(open === undefined ? [] : formatCalls(open)).toEqual(['run']);
});

test('a call may be named by an update, a request for permission, or an extension of an adapter', async () => {
  const later = update('s', {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'c1',
    name: 'run',
    status: 'completed',
  });
  const adapted = update('s', {
    sessionUpdate: 'tool_call',
    toolCallId: 'c2',
    title: 'x',
    _meta: { claudeCode: { toolName: 'Bash' } },
  });
  const bare = update('s', { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'x' });
  const [run] = await readLines([ask('s', 1, 'Go'), bare, later, adapted, end(1)]);
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['run ok', 'Bash missing']);
});

test('an answer that was cut off, or an error in place of it, is an errored run', async () => {
  const begin = [ask('s', 1, 'Go'), said('s', 'Hm.')];
  expect((await readLines([...begin, end(1, 'max_tokens')]))[0]?.error).toContain('max_tokens');
  const failed = rpc({ id: 1, error: { code: -32603, message: 'quota' } });
  expect((await readLines([...begin, failed]))[0]?.error).toBe('quota');
});
