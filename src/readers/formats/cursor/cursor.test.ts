import { expect, test } from 'vitest';
import { detectFormat } from '../../format-guess.ts';
import { FORMATS } from '../formats.ts';
import { readStatus, readToolCall } from './read-tool-call.ts';

test.each([
  [{ success: {} }, 'ok'],
  [{ success: { isError: true } }, 'error'],
  [{ error: {} }, 'error'],
  [{ fileNotFound: {} }, 'error'],
  [{ rejected: {} }, 'denied'],
  [{ permissionDenied: {} }, 'denied'],
  [{ mystery: {} }, 'unreadable'],
  [undefined, null],
])('the result %j says %s', (result, expected) => {
  expect(readStatus(result)).toBe(expected);
});

test('a call without a name that can be read has none', () => {
  expect(readToolCall({ mystery: { args: {} } }).name).toBe('');
  expect(readToolCall({ ToolCall: { args: {} } }).name).toBe('');
});

test('the first line of Claude Code lists its tools, and that of Cursor does not', () => {
  const line = {
    type: 'system',
    subtype: 'init',
    session_id: 's',
    model: 'm',
    permissionMode: 'default',
  };
  expect(detectFormat(line, FORMATS)?.id).toBe('cursor');
  expect(detectFormat({ ...line, tools: [], uuid: 'u' }, FORMATS)?.id).toBe('claude-code');
});
