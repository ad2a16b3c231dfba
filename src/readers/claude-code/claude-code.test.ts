import type { JsonObject } from '#core';
import { describe, expect, test } from 'vitest';
import { readContents } from '../fixtures/reader-case.ts';
import type { TraceRecord } from '../reader.ts';
import { answer, jsonl, result, text, use, user } from './fixtures/lines.ts';

/** Each run as its session, and its calls as `requester:name`. */
function told(records: readonly TraceRecord[]): [string | null, string[]][] {
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

/** A question and a call, which every session that resumes this one begins with. */
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
    expect(told(await readContents([a, b], null))).toEqual([
      ['s1', ['agent:Read']],
      ['s2', ['agent:Bash']],
    ]);
    expect(told(await readContents([b, a], null))).toEqual([
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
    expect(told(records)).toEqual([
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
    expect(told(records)).toEqual([['s1', ['agent:Read']]]);
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
    const wanted = [['s1', ['agent:Task', 'Explore:Grep']]];
    expect(told(await readContents(files, null))).toEqual(wanted);
    expect(told(await readContents(files.reverse(), null))).toEqual(wanted);
  });

  test('are called subagent when the session that started them is not there, and the run is not whole', async () => {
    const records = await readContents([{ file: 'agent-f00.jsonl', content: agent }], null);
    expect(told(records)).toEqual([['s1', ['subagent:Grep']]]);
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
    expect(told(records)).toEqual([['s1', []]]);
    expect(records).toMatchObject([{ trace: { issues: [{ code: 'READ_BRANCH_SKIPPED' }] } }]);
  });
});

test('lines that name each other as parents end somewhere', async () => {
  const circle = jsonl([
    user({ uuid: 'u1', parent: 'a1', second: 0 }, 'Begin'),
    answer({ uuid: 'a1', parent: 'u1', second: 1 }, 'msg_1', use('toolu_1', 'Read', {})),
  ]);
  const records = await readContents([{ file: 'circle.jsonl', content: circle }], null);
  expect(told(records)).toEqual([['s1', ['agent:Read']]]);
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
  expect(told(records)).toEqual([['s1', ['agent:Read']]]);
  expect(records).toMatchObject([
    { trace: { input: 'Begin', error: null, issues: [], usage: { cost: 0.5 } } },
  ]);
});
