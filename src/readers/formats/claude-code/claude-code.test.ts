import type { Json, JsonObject } from '#core';
import { describe, expect, test } from 'vitest';
import { readContents, readLines, formatCalls } from '../../fixtures/reader-case.ts';
import type { TraceRecord } from '../../reader.ts';
import { claudeCodeFormat } from './index.ts';
import { answer, jsonl, result, text, use, user } from './fixtures/lines.ts';

/** Each run as its session, and its calls as `requester:name`. */
function requestersOf(records: readonly TraceRecord[]): [string | null, string[]][] {
  return records.flatMap((record): [string | null, string[]][] =>
    record.kind === 'trace'
      ? [
          [
            record.trace.id,
            record.trace.calls.map(({ requester, name }) => `${requester ?? 'agent'}:${name}`),
          ],
        ]
      : [],
  );
}

/** A question and a call, with which every session that resumes this session begins. */
function start(session: string): JsonObject[] {
  return [
    user({ uuid: 'u1', parent: null, second: 0, session }, 'Begin'),
    answer({ uuid: 'a1', parent: 'u1', second: 1, session }, 'msg_1', use('toolu_1', 'Read', {})),
    user({ uuid: 'r1', parent: 'a1', second: 2, session }, result('toolu_1', 'x')),
  ];
}

const original = jsonl([
  ...start('s1'),
  answer({ uuid: 'a2', parent: 'r1', second: 3, session: 's1' }, 'msg_2', text('Begun.')),
]);
const resumed = jsonl([
  ...start('s2'),
  user({ uuid: 'u5', parent: 'r1', second: 30, session: 's2' }, 'Go on'),
  answer(
    { uuid: 'a5', parent: 'u5', second: 31, session: 's2' },
    'msg_5',
    use('toolu_5', 'Bash', {}),
  ),
]);

describe('a resumed session', () => {
  test('counts what it copied for the session that it was copied from, whichever is read first', async () => {
    const a = { file: 'a.jsonl', content: original };
    const b = { file: 'b.jsonl', content: resumed };
    expect(requestersOf(await readContents([a, b], null))).toEqual([
      ['s1', ['agent:Read']],
      ['s2', ['agent:Bash']],
    ]);
    expect(requestersOf(await readContents([b, a], null))).toEqual([
      ['s2', ['agent:Bash']],
      ['s1', ['agent:Read']],
    ]);
  });

  test('is known as a copy by the id of the answer, where lines got new names', async () => {
    const copy = jsonl([
      user({ uuid: 'n1', parent: null, second: 40, session: 's3' }, 'Again'),
      answer(
        { uuid: 'n2', parent: 'n1', second: 41, session: 's3' },
        'msg_1',
        use('toolu_1', 'Read', {}),
      ),
      answer({ uuid: 'n3', parent: 'n2', second: 42, session: 's3' }, 'msg_9', text('Again.')),
    ]);
    const records = await readContents(
      [
        { file: 'a.jsonl', content: original },
        { file: 'c.jsonl', content: copy },
      ],
      null,
    );
    expect(requestersOf(records)).toEqual([
      ['s1', ['agent:Read']],
      ['s3', []],
    ]);
  });

  test('of which the same file is given twice is one run', async () => {
    const records = await readContents(
      [
        { file: 'a.jsonl', content: original },
        { file: 'copy.jsonl', content: original },
      ],
      null,
    );
    expect(requestersOf(records)).toEqual([['s1', ['agent:Read']]]);
    expect(records).toMatchObject([{ trace: { issues: [], usage: { inputTokens: 246 } } }]);
  });
});

describe('sub-agents', () => {
  const more = { isSidechain: true, agentId: 'f00' };
  const agent = jsonl([
    user({ uuid: 'w1', parent: null, second: 5, more }, 'Look'),
    answer({ uuid: 'w2', parent: 'w1', second: 6, more }, 'msg_7', use('toolu_7', 'Grep', {})),
  ]);

  test('in files of their own belong to their session, whichever file is read first', async () => {
    const main = jsonl([
      user({ uuid: 'u1', parent: null, second: 0 }, 'Begin'),
      answer(
        { uuid: 'a1', parent: 'u1', second: 1 },
        'msg_1',
        use('toolu_1', 'Task', { subagent_type: 'Explore', prompt: 'Look' }),
      ),
      user({ uuid: 'r1', parent: 'a1', second: 9 }, result('toolu_1', 'seen')),
    ]);
    const files = [
      { file: 'agent-f00.jsonl', content: agent },
      { file: 's1.jsonl', content: main },
    ];
    const expected = [['s1', ['agent:Task', 'Explore:Grep']]];
    expect(requestersOf(await readContents(files, null))).toEqual(expected);
    expect(requestersOf(await readContents(files.reverse(), null))).toEqual(expected);
  });

  test('are called subagent when the session that started them is not there, and the run is not whole', async () => {
    const records = await readContents([{ file: 'agent-f00.jsonl', content: agent }], null);
    expect(requestersOf(records)).toEqual([['s1', ['subagent:Grep']]]);
    expect(records).toMatchObject([{ trace: { error: expect.stringContaining('sub-agents') } }]);
  });

  test('of a call that was rewound are left out with it, and that is said', async () => {
    const main = jsonl([
      user({ uuid: 'u1', parent: null, second: 0 }, 'Begin'),
      answer(
        { uuid: 'a1', parent: 'u1', second: 1 },
        'msg_1',
        use('toolu_1', 'Task', { prompt: 'Look' }),
      ),
      answer({ uuid: 'a2', parent: 'u1', second: 20 }, 'msg_2', text('No need.')),
    ]);
    const records = await readContents(
      [
        { file: 'agent-f00.jsonl', content: agent },
        { file: 's1.jsonl', content: main },
      ],
      null,
    );
    expect(requestersOf(records)).toEqual([['s1', []]]);
    expect(records).toMatchObject([{ trace: { issues: [{ code: 'READ_BRANCH_SKIPPED' }] } }]);
  });
});

test('lines that name each other as parents end somewhere', async () => {
  const circle = jsonl([
    user({ uuid: 'u1', parent: 'a1', second: 0 }, 'Begin'),
    answer({ uuid: 'a1', parent: 'u1', second: 1 }, 'msg_1', use('toolu_1', 'Read', {})),
  ]);
  const records = await readContents([{ file: 'circle.jsonl', content: circle }], null);
  expect(requestersOf(records)).toEqual([['s1', ['agent:Read']]]);
});

test('a session of which both the transcript and the stream are given is one run', async () => {
  const transcript = jsonl([
    user({ uuid: 'u1', parent: null, second: 0 }, 'Begin'),
    answer({ uuid: 'a1', parent: 'u1', second: 1 }, 'msg_1', use('toolu_1', 'Read', {})),
    answer({ uuid: 'a2', parent: 'a1', second: 2 }, 'msg_2', text('Begun.')),
  ]);
  const stream = jsonl([
    {
      type: 'assistant',
      uuid: 'a1',
      session_id: 's1',
      parent_tool_use_id: null,
      message: { id: 'msg_1', role: 'assistant', content: [use('toolu_1', 'Read', {})] },
    },
    { type: 'result', subtype: 'success', session_id: 's1', total_cost_usd: 0.5 },
  ]);
  const records = await readContents(
    [
      { file: 'a.jsonl', content: transcript },
      { file: 'b.jsonl', content: stream },
    ],
    null,
  );
  expect(requestersOf(records)).toEqual([['s1', ['agent:Read']]]);
  expect(records).toMatchObject([
    { trace: { input: 'Begin', error: null, issues: [], usage: { cost: 0.5 } } },
  ]);
});

test('a session that is resumed under a name that sorts before its own gives nothing away', async () => {
  const from = [...start('s9'), user({ uuid: 'u2', parent: 'r1', second: 3, session: 's9' }, 'Go')];
  const next = answer(
    { uuid: 'a2', parent: 'u2', second: 4, session: 's9' },
    'msg_2',
    text('Gone.'),
  );
  const records = await readContents(
    [
      { file: 'a.jsonl', content: resumed },
      { file: 'b.jsonl', content: jsonl([...from, next]) },
    ],
    null,
  );
  expect(requestersOf(records)).toEqual([
    ['s2', ['agent:Bash']],
    ['s9', ['agent:Read']],
  ]);
});

test('of an answer that was recorded while it was written, the last usage counts', async () => {
  const early = { usage: { input_tokens: 3, output_tokens: 1 } };
  const [run] = await readLines([
    user({ uuid: 'u1', parent: null, second: 0 }, 'Go'),
    answer({ uuid: 'a1', parent: 'u1', second: 1 }, 'msg_1', text('W'), early),
    answer({ uuid: 'a2', parent: 'a1', second: 1 }, 'msg_1', use('toolu_1', 'Read', {})),
  ]);
  expect(run?.usage).toMatchObject({ inputTokens: 123, outputTokens: 40 });
});

test.each<[string, JsonObject]>([
  ['a summary of what was compacted', { isCompactSummary: true }],
  ['a note of the program', { isMeta: true }],
  ['a text that the program made up', { isSynthetic: true }],
  ['a message that a stream tells again', { isReplay: true }],
])('%s is not what the user asked', async (_, more) => {
  const [run] = await readLines([
    user({ uuid: 'u0', parent: null, second: 0, more }, 'Not me'),
    user({ uuid: 'u1', parent: 'u0', second: 1 }, 'Go on'),
    answer({ uuid: 'a1', parent: 'u1', second: 2 }, 'msg_1', text('Done.')),
  ]);
  expect(run).toMatchObject({ input: 'Go on', error: null });
});

test('after a summary the conversation goes on from the line that it names', async () => {
  const [run] = await readLines([
    user({ uuid: 'u1', parent: null, second: 0 }, 'Go'),
    answer({ uuid: 'a1', parent: 'u1', second: 1 }, 'msg_1', use('toolu_1', 'Read', {})),
    answer({ uuid: 'a2', parent: 'u1', second: 2 }, 'msg_2', use('toolu_2', 'Grep', {})),
    {
      ...user({ uuid: 'u2', parent: null, second: 3 }, 'On'),
      logicalParentUuid: 'a1',
    },
    answer({ uuid: 'a3', parent: 'u2', second: 4 }, 'msg_3', text('Done.')),
  ]);
  expect(run?.calls.map(({ name }) => name)).toEqual(['Read']);
});

test.each<[string, JsonObject, JsonObject, string | null]>([
  ['was cut off', {}, { stop_reason: 'max_tokens' }, 'the last answer was cut off (max_tokens)'],
  ['the API refused', { isApiErrorMessage: true }, { model: '<synthetic>' }, 'Too long'],
  ['has an error', { error: 'rate_limit' }, {}, 'Too long'],
  ['ended well', {}, { stop_reason: 'end_turn' }, null],
])('a run whose last answer %s tells so', async (_, more, answered, error) => {
  const [run] = await readLines([
    user({ uuid: 'u1', parent: null, second: 0 }, 'Go'),
    answer({ uuid: 'a1', parent: 'u1', second: 1, more }, 'msg_1', text('Too long'), answered),
  ]);
  expect(run?.error).toBe(error);
  expect(run?.metadata?.model).not.toBe('<synthetic>');
});

test('a session without an answer is errored', async () => {
  const [run] = await readLines([user({ uuid: 'u1', parent: null, second: 0 }, 'Go')]);
  expect(run?.error).toBe('the session has no answer of the model');
});

test.each<[string, string, boolean, Json, string]>([
  ['a rule', 'Permission to use Bash has been denied.', true, null, 'Bash denied'],
  ['a person', 'Stop that.', true, 'User rejected tool use', 'Bash denied'],
  ['nobody', 'Permission to use is a fine word', false, null, 'Bash ok'],
  ['nobody, as it failed', 'It says: Permission to use', true, null, 'Bash error'],
])('a call is refused by %s', async (_, content, failed, toolUseResult, expected) => {
  const [run] = await readLines([
    user({ uuid: 'u1', parent: null, second: 0 }, 'Go'),
    answer({ uuid: 'a1', parent: 'u1', second: 1 }, 'msg_1', use('toolu_1', 'Bash', {})),
    user(
      { uuid: 'r1', parent: 'a1', second: 2, more: { toolUseResult } },
      result('toolu_1', content, failed),
    ),
  ]);
  expect(run === undefined ? [] : formatCalls(run)).toEqual([expected]);
});

test.each<[string, JsonObject]>([
  ['what waits', { type: 'queue-operation', operation: 'enqueue', sessionId: 's1' }],
  ['a mode', { type: 'permission-mode', permissionMode: 'plan', sessionId: 's1' }],
  ['progress', { type: 'progress', sessionId: 's1', data: {} }],
  ['an attachment', { type: 'attachment', sessionId: 's1', attachment: {} }],
  ['a title', { type: 'summary', summary: 'A talk', leafUuid: 'x' }],
  ['a snapshot', { type: 'file-history-snapshot', messageId: 'x', snapshot: {} }],
  ['the start of a stream', { type: 'system', subtype: 'init', session_id: 's1' }],
  ['a piece of a stream', { type: 'stream_event', session_id: 's1', event: {}, message: {} }],
])('a line with %s is known as one of ours, and says nothing', async (_, line) => {
  expect(claudeCodeFormat.sniff(line)).toBe('part');
  const lines = [
    user({ uuid: 'u1', parent: null, second: 0 }, 'Go'),
    answer({ uuid: 'a1', parent: 'u1', second: 1 }, 'msg_1', text('Done.')),
  ];
  const [alone] = await readLines(lines);
  const [beside, ...others] = await readLines([line, ...lines]);
  expect([beside?.input, beside?.calls, beside?.error]).toEqual([alone?.input, [], null]);
  expect(others).toEqual([]);
});

test.each([
  ['its session', { type: 'later', sessionId: 's1', uuid: 'x' }],
  ['no session', { type: 'later' }],
])(
  'a line of an unknown type that names %s makes the run one that is not measured',
  async (_, line) => {
    const lines = [
      user({ uuid: 'u1', parent: null, second: 0 }, 'Go'),
      answer({ uuid: 'a1', parent: 'u1', second: 1 }, 'msg_1', text('Done.')),
    ];
    const [run, ...others] = await readLines([...lines, line]);
    expect([run?.fault, others]).toEqual([{ code: 'READ_UNKNOWN_TYPE', types: ['later'] }, []]);
    expect(run?.error).toContain('"later" (line 3)');
  },
);

describe('the results of a stream', () => {
  const init = { type: 'system', subtype: 'init', session_id: 's1', tools: ['Bash'] };
  const answerLine = (id: string): JsonObject => ({
    type: 'assistant',
    session_id: 's1',
    uuid: id,
    message: { id, role: 'assistant', content: [text(id)], usage: { input_tokens: 1 } },
  });
  const ended = (uuid: string, cost: number, tokens: number): JsonObject => ({
    type: 'result',
    subtype: 'success',
    session_id: 's1',
    uuid,
    duration_ms: 100,
    total_cost_usd: cost,
    usage: { input_tokens: tokens },
  });

  test.each<[string, JsonObject[], object, number]>([
    [
      'of one program restate what came before',
      [ended('r1', 0.5, 10), ended('r2', 0.75, 30)],
      { cost: 0.75, inputTokens: 30 },
      200,
    ],
    [
      'of a session that was resumed add',
      [ended('r1', 0.5, 10), ended('r2', 0.25, 7)],
      { cost: 0.75, inputTokens: 17 },
      200,
    ],
    [
      'that are recorded twice count once',
      [ended('r1', 0.5, 10), ended('r2', 0.25, 7), ended('r1', 0.5, 10), ended('r2', 0.25, 7)],
      { cost: 0.75, inputTokens: 17 },
      200,
    ],
  ])('%s', async (_, results, usage, took) => {
    const [run, ...others] = await readLines([init, answerLine('m1'), ...results]);
    expect(run).toMatchObject({ usage, durationMs: took, error: null });
    expect(others).toEqual([]);
  });
});

describe('the branch that was followed', () => {
  const question = user({ uuid: 'u1', parent: null, second: 0 }, 'Go');
  const reads = answer(
    { uuid: 'a1', parent: 'u1', second: 1 },
    'msg_1',
    use('toolu_1', 'Read', {}),
  );
  const greps = answer(
    { uuid: 'a2', parent: 'a1', second: 1 },
    'msg_1',
    use('toolu_2', 'Grep', {}),
  );
  const read = user({ uuid: 'r1', parent: 'a1', second: 2 }, result('toolu_1', 'x'));
  const grepped = user({ uuid: 'r2', parent: 'a2', second: 2 }, result('toolu_2', 'x'));

  test('has all calls of its answers, though the next line hangs on another', async () => {
    const done = answer({ uuid: 'a3', parent: 'r1', second: 3 }, 'msg_2', text('Done.'));
    const [run] = await readLines([question, reads, greps, grepped, read, done]);
    expect(run === undefined ? [] : formatCalls(run)).toEqual(['Read ok', 'Grep ok']);
    expect(run?.issues).toEqual([]);
  });

  test('goes on with the line before, where a parent is nowhere', async () => {
    const done = answer({ uuid: 'a3', parent: 'lost', second: 3 }, 'msg_2', text('Done.'));
    const [run] = await readLines([question, reads, read, done]);
    expect(run === undefined ? [] : formatCalls(run)).toEqual(['Read ok']);
    expect(run?.issues).toMatchObject([{ code: 'READ_ORPHAN', where: { line: 4 } }]);
  });

  test('recognises a failed run by the text of the program, not as words of the agent', async () => {
    const more = { isApiErrorMessage: true };
    const lines = [
      question,
      answer({ uuid: 'a1', parent: 'u1', second: 1, more }, 'msg_1', text('API Error'), {
        model: '<synthetic>',
      }),
    ];
    expect(await readLines(lines)).toMatchObject([
      { output: null, error: 'API Error', usage: null },
    ]);
  });
});

test('sub-agents that were given the same words belong to their calls in turn', async () => {
  const task = (id: string, type: string): JsonObject =>
    use(id, 'Task', { subagent_type: type, prompt: 'Look' });
  const side = (agentId: string, second: number, name: string): JsonObject[] => [
    user(
      { uuid: `u${agentId}`, parent: null, second, more: { isSidechain: true, agentId } },
      'Look',
    ),
    answer(
      { uuid: `a${agentId}`, parent: `u${agentId}`, second, more: { isSidechain: true, agentId } },
      `msg_${agentId}`,
      use(`toolu_${agentId}`, name, {}),
    ),
  ];
  const [run] = await readLines([
    user({ uuid: 'u1', parent: null, second: 0 }, 'Go'),
    answer({ uuid: 'a1', parent: 'u1', second: 1 }, 'msg_1', task('toolu_1', 'first')),
    answer({ uuid: 'a2', parent: 'a1', second: 1 }, 'msg_1', task('toolu_2', 'second')),
    ...side('f1', 2, 'Read'),
    ...side('f2', 3, 'Grep'),
  ]);
  expect(run === undefined ? [] : formatCalls(run)).toEqual([
    'Task',
    'first:Read',
    'Task',
    'second:Grep',
  ]);
});

test.each<[JsonObject, string | null]>([
  [{ subtype: 'success', is_error: true, result: 'API Error: 500' }, 'API Error: 500'],
  [{ subtype: 'success', is_error: true, errors: ['a', 'b'] }, 'a; b'],
  [{ subtype: 'success', is_error: true }, 'the run failed'],
  [{ subtype: 'error_during_execution', errors: [] }, 'error_during_execution'],
  [{ subtype: 'success', is_error: false, result: 'Done.' }, null],
])('a stream that ends with %j', async (ended, error) => {
  const message = { role: 'assistant', id: 'm1', content: [text('Hm.')] };
  const denied = { tool_name: 'Bash', tool_use_id: 'toolu_1', tool_input: { command: 'rm' } };
  const [run] = await readLines([
    { type: 'assistant', session_id: 's1', uuid: 'x', message: message },
    { type: 'result', session_id: 's1', permission_denials: [denied, 7], ...ended },
  ]);
  expect(run?.error).toBe(error);
  // A denial without any other record was a choice all the same.
  expect(run?.calls).toMatchObject([
    { name: 'Bash', status: 'denied', arguments: { value: { command: 'rm' } } },
  ]);
});
