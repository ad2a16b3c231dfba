import { describe, expect, it } from 'vitest';
import { parseTrace, type Trace } from '#core';
import { conversationBefore } from './conversation-before.ts';
import { cutDecisions, cutRun } from './cut-cases.ts';
import { Sampler } from './sampler.ts';

function trace(value: object): Trace {
  const parsed = parseTrace(value);
  if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
  return parsed.trace;
}

const TOLD = {
  input: 'Where is order 7?',
  tool_calls: [
    { name: 'look', server: 'shop', arguments: { id: 7 }, id: 'c1', turn: 1, status: 'ok' },
    { name: 'cancel', turn: 3 },
  ],
  output: 'Done.',
  said: [
    { role: 'user', text: 'Where is order 7?', turn: 0 },
    { role: 'tool', text: 'shipped', turn: 1, id: 'c1', name: 'look' },
    { role: 'assistant', text: 'It was shipped.', turn: 2 },
    { role: 'user', text: 'Then cancel order 8.', turn: 2 },
    { role: 'tool', text: 'cancelled', turn: 3 },
  ],
};

const [ASK, LOOK, RESULT, ANSWER, THEN] = [
  { role: 'user', content: 'Where is order 7?' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ name: 'look', server: 'shop', arguments: { id: 7 }, id: 'c1', status: 'ok' }],
  },
  { role: 'tool', tool_call_id: 'c1', name: 'look', content: 'shipped' },
  { role: 'assistant', content: 'It was shipped.' },
  { role: 'user', content: 'Then cancel order 8.' },
];

function before(value: object): readonly unknown[] {
  return cutDecisions(trace(value)).map(conversationBefore);
}

describe('the conversation before a decision', () => {
  it('is what the user said, then all that was said, called and given back since', () => {
    expect(before(TOLD)).toEqual([
      'Where is order 7?',
      { messages: [ASK, LOOK, RESULT] },
      { messages: [ASK, LOOK, RESULT, ANSWER, THEN] },
      {
        messages: [
          ASK,
          LOOK,
          RESULT,
          ANSWER,
          THEN,
          { role: 'assistant', content: '', tool_calls: [{ name: 'cancel' }] },
          { role: 'tool', content: 'cancelled' },
        ],
      },
    ]);
  });

  it('has each result once: as a message, or with its call where no message has it', () => {
    const [look, ...others] = TOLD.tool_calls;
    const tool_calls = [{ ...look, result: 'shipped' }, ...others];
    expect(before({ ...TOLD, tool_calls })[1]).toEqual({ messages: [ASK, LOOK, RESULT] });
    const said = TOLD.said.filter(({ role }) => role !== 'tool');
    const [call] = LOOK?.tool_calls ?? [];
    expect(before({ ...TOLD, tool_calls, said })[1]).toEqual({
      messages: [ASK, { ...LOOK, tool_calls: [{ ...call, result: 'shipped' }] }],
    });
  });

  it('is the input where the record tells no more', () => {
    expect(before({ ...TOLD, said: undefined })).toEqual(Array(4).fill('Where is order 7?'));
  });

  it('begins with the input where what the user said is told there alone, and keeps its context', () => {
    const input = { messages: [ASK], context: { day: 'Monday' } };
    const said = TOLD.said.filter(({ role }) => role === 'tool');
    expect(before({ ...TOLD, input, said })[1]).toEqual({
      messages: [ASK, LOOK, RESULT],
      context: { day: 'Monday' },
    });
  });

  it('is nothing where the agent spoke first', () => {
    const said = [
      { role: 'assistant', text: 'How can I help?', turn: 1 },
      { role: 'user', text: 'Where is order 7?', turn: 1 },
    ];
    const calls = [{ name: 'look', turn: 2 }];
    expect(before({ ...TOLD, tool_calls: calls, said }).slice(0, 2)).toEqual([
      null,
      { messages: [{ role: 'assistant', content: 'How can I help?' }, ASK] },
    ]);
  });

  it('of a whole trace is what users said: the rest came out of the run itself', () => {
    expect(conversationBefore(cutRun(trace(TOLD)))).toEqual({ messages: [ASK, THEN] });
  });

  it('tells cases apart that begin alike, and is not in their trace', () => {
    const other = TOLD.said.map((item) =>
      item.text === 'Then cancel order 8.' ? { ...item, text: 'Thank you!' } : item,
    );
    const sampler = new Sampler({ size: 20, seed: '1', by: [], unit: 'decision', minimum: 1 });
    sampler.add(trace(TOLD));
    sampler.add(trace({ ...TOLD, said: other }));
    const { cases } = sampler.finish();
    const counts = cases.map(({ turn, represents }) => `turn ${turn}: ${represents}`);
    expect(counts.sort()).toEqual([
      'turn 1: 2',
      'turn 2: 2',
      'turn 3: 1',
      'turn 3: 1',
      'turn 4: 1',
      'turn 4: 1',
    ]);
    expect(cases.some((item) => 'said' in item.trace)).toBe(false);
  });

  it('of a whole trace leaves in it what was said on the way, for those who rate the run', () => {
    const sampler = new Sampler({ size: 20, seed: '1', by: [], unit: 'trace', minimum: 1 });
    const secret = { role: 'assistant', text: 'Use password=hunter2-Xy81kq', turn: 2 };
    const system = { role: 'system', text: 'Be kind.', turn: 0 };
    sampler.add(trace({ ...TOLD, said: [system, ...TOLD.said, secret] }));
    const [item] = sampler.finish().cases;
    expect(item?.trace.input).toBe('Where is order 7?');
    expect(item?.trace.said).toEqual([
      ...TOLD.said,
      { ...secret, text: expect.stringMatching(/\[secret-1\]$/) },
    ]);
  });
});
