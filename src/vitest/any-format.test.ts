import { expect as jestExpect } from 'expect';
import { describe, expect, it } from 'vitest';
import './index.ts';

/** One run in the words of several SDKs: it searches, then fetches. */
const RUNS: Readonly<Record<string, unknown>> = {
  'a native trace': {
    tool_calls: [{ name: 'search', arguments: { q: 'news' } }, { name: 'get' }],
  },
  'messages of OpenAI': [
    { role: 'user', content: 'news?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'search', arguments: '{"q":"news"}' } },
        { id: 'b', type: 'function', function: { name: 'get', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'x' },
    { role: 'tool', tool_call_id: 'b', content: 'y' },
    { role: 'assistant', content: 'done' },
  ],
  'messages of Anthropic': [
    { role: 'user', content: 'news?' },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'a', name: 'search', input: { q: 'news' } },
        { type: 'tool_use', id: 'b', name: 'get', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'x' },
        { type: 'tool_result', tool_use_id: 'b', content: 'y' },
      ],
    },
  ],
  'a result of the AI SDK': {
    steps: [
      {
        finishReason: 'tool-calls',
        content: [
          { type: 'tool-call', toolCallId: 'a', toolName: 'search', input: { q: 'news' } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'get', input: {} },
          { type: 'tool-result', toolCallId: 'a', toolName: 'search', output: 'x' },
          { type: 'tool-result', toolCallId: 'b', toolName: 'get', output: 'y' },
        ],
      },
      { finishReason: 'stop', content: [{ type: 'text', text: 'done' }] },
    ],
  },
};

/** The message of an expectation that must fail. */
function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the expectation held');
}

describe.each(Object.entries(RUNS))('%s', (_, run) => {
  it('is taken by every matcher', () => {
    expect(run).toSelectTools({ find: ['search'], fetch: ['get'] });
    expect(run).toCoverCalls(['search', 'get'], { mode: 'in_order' });
    expect(run).toCallTool('search');
    expect(run).toCallTool('search', { args: { q: 'news' }, times: 1 });
    expect(run).not.toCallTool('search', { args: { q: 'weather' } });
    expect(run).not.toCallTool('shell');
    expect(run).toCallTool('shell', { times: 0 });
    expect(run).not.toCallNoTools();
    expect(run).toAvoidTools(['shell', 'rm']);
    expect(run).not.toAvoidTools(['shell', 'get']);
    expect(run).toMatchTrajectory([{ tool: 'search' }, { tool: 'get' }]);
    expect(run).not.toMatchTrajectory([{ tool: 'get' }, { tool: 'search' }]);
    expect(run).toMatchTrajectory([{ tool: 'get' }], { match: 'any_order' });
  });
});

const RUN = RUNS['a native trace'];

describe('a failure', () => {
  it('names the class that was missed and the call that was not expected', () => {
    const message = messageOf(() => expect(RUN).toSelectTools({ a: ['search'], b: ['never'] }));
    expect(message).toContain('missed: b (none of never was called)');
    expect(message).toContain('unexpected: get, call 2');
  });

  it('of a call says which tool, and what was called instead', () => {
    const message = messageOf(() => expect(RUN).toCallTool('fetch', { args: { url: 'x' } }));
    expect(message).toContain('expected the trace to call fetch with these arguments');
    expect(message).toContain('missed: fetch');
    expect(message).toContain('also called: search');
    expect(messageOf(() => expect(RUN).not.toCallTool('get'))).toContain('hit: get, call 2');
    expect(messageOf(() => expect(RUN).toCallTool('get', { times: 2 }))).toContain(
      'call get exactly 2 times',
    );
    expect(messageOf(() => expect(RUN).toCallTool('get', { times: 0 }))).toContain(
      'call get exactly 0 times',
    );
    expect(messageOf(() => expect(RUN).toCallNoTools())).toContain('unexpected: search');
    expect(messageOf(() => expect(RUN).toAvoidTools(['get']))).toContain('forbidden: get, call 2');
    expect(messageOf(() => expect(RUN).toMatchTrajectory([{ tool: 'get' }]))).toContain(
      'call 1 is search',
    );
  });
});

describe('what is not measured', () => {
  it.each<[string, unknown, string]>([
    ['an unknown value', { hello: 1 }, 'not a format that whichtool reads'],
    ['text', 'search', 'not a format that whichtool reads'],
    ['a crashed run', { tool_calls: [], error: 'boom' }, 'boom'],
    ['two runs', [{ tool_calls: [] }, { tool_calls: [] }], 'contains 2 runs'],
    ['a promise', Promise.resolve(RUN), 'is a promise: await it first'],
    ['a stream', { consumeStream: () => null }, 'pass `await result.steps`'],
    ['a part of a run', { tool_calls: [], partial: true }, 'not measured'],
  ])('throws for %s, negated or not', (_, value, message) => {
    expect(() => expect(value).toCallNoTools()).toThrow(message);
    expect(() => expect(value).not.toCallNoTools()).toThrow(message);
  });

  it('throws for options that do not exist', () => {
    expect(() => expect(RUN).toCallNoTools({ nutral: [] } as never)).toThrow('nutral');
    const args = { city: 'Oslo' } as never;
    expect(() => expect(RUN).toCallTool('get', args)).toThrow('{ args: { city: … } }');
    expect(() => expect(RUN).toAvoidTools([])).toThrow('name the tools');
    expect(() => expect(RUN).toCallTool('get', { times: 0.5 })).toThrow('whole number');
    expect(() => expect(RUN).toCallTool('get', { format: 'nonsense' })).toThrow('nonsense');
  });
});

it('applies rules about calls, as suites do', () => {
  expect(RUN).toCallNoTools({ neutral: ['search', 'get'] });
  expect(RUN).toSelectTools({ find: ['search'] }, { neutral: ['get'] });
  expect(RUN).toCallTool('lookup', { aliases: [{ from: 'search', to: 'lookup' }] });
});

it('is the same in Jest', async () => {
  Object.assign(globalThis, { expect: jestExpect });
  try {
    await import('../jest/index.ts');
  } finally {
    Reflect.deleteProperty(globalThis, 'expect');
  }
  jestExpect(RUN).toCallTool('search', { args: { q: 'news' } });
  jestExpect(RUN).not.toCallNoTools();
  const failed = messageOf(() => jestExpect(RUN).toSelectTools({ a: ['search'], b: ['never'] }));
  expect(failed).toContain('missed: b (none of never was called)');
});
