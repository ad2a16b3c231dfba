import type { Json, JsonObject } from '#core';
import { expect, it } from 'vitest';
import { readLines } from './fixtures/reader-case.ts';

const AT = '2026-01-01T00:00:0';

/** Lines of Codex in which a call of a tool ends with the id of another session. */
const codexLines = (tool: string): readonly Json[] =>
  [
    { type: 'session_meta', payload: { id: 's1', cli_version: '0.169.0' } },
    { type: 'response_item', payload: { type: 'message', role: 'user', content: [] } },
    {
      type: 'response_item',
      payload: { type: 'function_call', name: tool, arguments: '{}', call_id: 'c1' },
    },
    {
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: 'c1', output: '{"agent_id":"s2"}' },
    },
  ].map((line, index) => ({ timestamp: `${AT}${index}.000Z`, ...line }));

/** Lines of Gemini CLI in which a tool was a sub-agent. */
const GEMINI: readonly Json[] = [
  { sessionId: 's1', projectHash: 'h', startTime: `${AT}0.000Z`, lastUpdated: AT, kind: 'main' },
  { id: 'm1', timestamp: `${AT}1.000Z`, type: 'user', content: [{ text: 'Dig' }] },
  {
    id: 'm2',
    timestamp: `${AT}2.000Z`,
    type: 'gemini',
    content: '',
    toolCalls: [{ id: 'c1', name: 'digger', args: {}, status: 'success', agentId: 's2' }],
  },
  { id: 'm3', timestamp: `${AT}3.000Z`, type: 'gemini', content: 'Done.' },
];

/** The stream of OpenCode, which has the events of the agent's own session alone. */
const OPENCODE: readonly Json[] = [
  { type: 'step_start', sessionID: 's1', part: { type: 'step-start' } },
  {
    type: 'tool_use',
    sessionID: 's1',
    part: {
      type: 'tool',
      callID: 'c1',
      tool: 'task',
      state: { status: 'completed', input: {}, output: 'Done.', metadata: { sessionId: 's2' } },
    },
  },
  { type: 'step_finish', sessionID: 's1', part: { type: 'step-finish', reason: 'stop' } },
];

/** Lines of Qwen Code, whose transcripts count the calls of a sub-agent, and do not record them. */
const qwenLines = (totalToolCalls: number): readonly Json[] => {
  const head = (uuid: string, parentUuid: string | null, type: string): JsonObject => ({
    uuid,
    parentUuid,
    sessionId: 's1',
    type,
  });
  const resultDisplay = { type: 'task_execution', executionSummary: { totalToolCalls } };
  const response = { id: 'c1', name: 'agent', response: { output: 'Done.' } };
  return [
    { ...head('u1', null, 'user'), message: { role: 'user', parts: [{ text: 'Dig' }] } },
    {
      ...head('a1', 'u1', 'assistant'),
      message: { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'agent', args: {} } }] },
    },
    {
      ...head('r1', 'a1', 'tool_result'),
      message: { role: 'user', parts: [{ functionResponse: response }] },
      toolCallResult: { callId: 'c1', status: 'success', resultDisplay },
    },
    { ...head('a2', 'r1', 'assistant'), message: { role: 'model', parts: [{ text: 'Done.' }] } },
  ];
};

/** Lines of Claude Code, and those of the sub-agent where they are given, too. */
const claudeLines = (totalToolUseCount: number, ...others: readonly Json[]): readonly Json[] => {
  const head = (uuid: string, parentUuid: string | null, type: string): JsonObject => ({
    uuid,
    parentUuid,
    sessionId: 's1',
    type,
    timestamp: `${AT}1.000Z`,
  });
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'Done.' };
  const task = { type: 'tool_use', id: 't1', name: 'Agent', input: { prompt: 'Dig' } };
  return [
    { ...head('u1', null, 'user'), message: { role: 'user', content: 'Dig' } },
    {
      ...head('a1', 'u1', 'assistant'),
      message: { id: 'm1', role: 'assistant', content: [task] },
    },
    ...others,
    {
      ...head('r1', 'a1', 'user'),
      message: { role: 'user', content: [result] },
      toolUseResult: { status: 'completed', agentId: 'k1', totalToolUseCount },
    },
    {
      ...head('a2', 'r1', 'assistant'),
      message: { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    },
  ];
};
const CLAUDE_SUB_AGENT = {
  uuid: 'k',
  parentUuid: null,
  sessionId: 's1',
  isSidechain: true,
  agentId: 'k1',
  type: 'user',
  message: { role: 'user', content: 'Dig' },
};

it.each<[string, readonly Json[], boolean]>([
  ['Codex', codexLines('spawn_agent'), true],
  ['Codex, where another tool printed such an id', codexLines('exec_command'), false],
  ['Gemini CLI', GEMINI, true],
  ['a stream of OpenCode', OPENCODE, true],
  ['Qwen Code', qwenLines(2), true],
  ['Qwen Code, where the sub-agent made no call', qwenLines(0), false],
  ['Claude Code', claudeLines(2), true],
  ['Claude Code, where the sub-agent made no call', claudeLines(0), false],
  ['Claude Code with the lines of the sub-agent', claudeLines(2, CLAUDE_SUB_AGENT), false],
])(
  'a run whose sub-agent is not in the records is partial: %s',
  async (_name, lines, isPartial) => {
    const [trace, ...others] = await readLines(lines);
    expect(others).toEqual([]);
    const codes = trace?.issues.map(({ code }) => code);
    expect([trace?.partial === true, codes?.includes('READ_SESSION_MISSING')]).toEqual([
      isPartial,
      isPartial,
    ]);
    expect(trace?.calls.length).toBe(1);
  },
);
