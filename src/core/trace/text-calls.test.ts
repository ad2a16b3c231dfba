import { describe, expect, it } from 'vitest';
import type { NativeTrace } from './native-trace.ts';
import { scoreTraces, toTrace } from '../evaluation/score-trace.ts';
import { findTextCall } from './text-calls.ts';

const find = (output: string, more: Partial<NativeTrace> = {}): string | null =>
  findTextCall(toTrace({ tool_calls: [], output, ...more }));

const WRITTEN: readonly (readonly [string, string, string])[] = [
  ['Hermes', 'Sure.\n<tool_call>\n{"name": "search", "arguments": {}}\n</tool_call>', 'search'],
  ['Qwen coder', '<tool_call>\n<function=search>\n<parameter=q>x</parameter>', 'search'],
  ['Llama', '<function=search>{"q":"x"}</function>', 'search'],
  ['Mistral', '[TOOL_CALLS] [{"name": "search", "arguments": {}}]', 'search'],
  ['Claude', '<function_calls>\n<invoke name="search">', 'search'],
  ['Cline', '<execute_command>\n<command>ls</command>\n</execute_command>', 'execute_command'],
  [
    'an MCP tool of Cline',
    '<use_mcp_tool>\n<server_name>brave</server_name>\n<tool_name>search</tool_name>',
    'search',
  ],
  ['ReAct', 'Thought: I look it up.\nAction: search\nAction Input: {"q":"x"}', 'search'],
];

describe('a call that is written as text', () => {
  it.each(WRITTEN)('as by %s is found, with its tool', (_, text, tool) => {
    expect(find(text)).toBe(tool);
    expect(find('Done.', { said: [{ role: 'assistant', text, turn: 1 }] })).toBe(tool);
    expect(find('Done.', { said: [{ role: 'user', text, turn: 1 }] })).toBeNull();
  });

  it.each(WRITTEN)('as by %s does not count where the record has the call', (_, text, tool) => {
    expect(find(text, { tool_calls: [{ name: tool }] })).toBeNull();
    expect(find(text, { tool_calls: [{ name: 'x', raw_name: tool }] })).toBeNull();
    expect(find(text, { tool_calls: [{ name: 'another' }] })).toBe(tool);
  });

  it('may be a command: the whole answer, or the end of a thought, in a run without calls', () => {
    const command = '```bash\nls -la\n```';
    expect(find(command)).toBe('a command');
    expect(find(`THOUGHT: I list the files.\n\n${command}\n`)).toBe('a command');
    expect(find(command, { tool_calls: [{ name: 'x' }] })).toBeNull();
  });

  it.each([
    'List files like this:\n\n```bash\nls\n```',
    'THOUGHT: see\n```bash\nls\n```\nThat is all.',
    'THOUGHT: see\n```bash\nls\n```\nand\n```bash\npwd\n```',
    '```python\nprint(1)\n```',
    'Use the tag <execute_command> for that.',
    'Call of Action: a film.',
    'Action: search\n\nI did that.',
    '',
  ])('is not an ordinary answer: %j', (text) => {
    expect(find(text)).toBeNull();
  });

  it('is looked for in linear time', () => {
    for (const part of ['<tool_call>', '<tool_call> ', 'Action: ', '```bash\n', '<invoke name="'])
      expect(find(part.repeat(200_000))).toBeNull();
  });
});

describe('text_calls.runs', () => {
  const measure = (...traces: readonly NativeTrace[]): unknown =>
    scoreTraces(traces, { text_calls: {} })[0]?.metrics['text_calls.runs'];
  const text: NativeTrace = { tool_calls: [], output: '<function=x>{}</function>' };

  it('counts runs', () => {
    const plain: NativeTrace = { tool_calls: [], output: 'Hello' };
    expect(measure(text, plain, text, { tool_calls: [{ name: 'x' }] })).toBe(2);
  });

  it('is not measured where a run records neither a call nor an answer', () => {
    expect(measure(text, { tool_calls: [] })).toBeNull();
  });
});
