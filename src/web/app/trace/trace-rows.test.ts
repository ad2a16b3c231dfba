import { describe, expect, it } from 'vitest';
import type { ConversationItem } from '../../components/conversation/conversation.tsx';
import { agentsOf, nextStop, rowsOf, textOf } from './trace-rows.ts';

const ITEMS: readonly ConversationItem[] = [
  { kind: 'said', role: 'system', text: 'Be kind.' },
  { kind: 'said', role: 'user', text: 'Where is it?' },
  { kind: 'said', role: 'assistant', text: 'I look.' },
  { kind: 'calls', calls: [{ tool: 'search' }, { tool: 'fetch', result: 'Not FOUND' }] },
  { kind: 'calls', calls: [{ tool: 'read', requester: 'scout' }] },
  { kind: 'expected', calls: [{ tool: 'status', tone: 'absent' }] },
  { kind: 'calls', calls: [{ tool: 'answer', arguments: { a: 1 } }] },
];
const rows = rowsOf(ITEMS);

describe('rows of a trace', () => {
  it('number the calls that were made, and mark those of one answer', () => {
    const calls = rows.flatMap((row) => (row.kind === 'call' ? [row] : []));
    expect(calls.map(({ number }) => number)).toEqual([1, 2, 3, null, 4]);
    expect(calls.map(({ together }) => together)).toEqual([2, null, null, null, null]);
    expect(calls.map(({ head }) => head)).toEqual([null, null, 'Agent', 'Label', 'Agent']);
  });

  it('name the agents in the order in which they act', () => {
    expect(agentsOf(rows)).toEqual([null, 'scout']);
  });

  it('are searched by names, arguments and results', () => {
    const found = (text: string): readonly number[] =>
      rows.flatMap((row, i) => (textOf(row).includes(text) ? [i] : []));
    expect(found('found')).toEqual([4]);
    expect(found('"a":1')).toEqual([7]);
  });
});

describe('the next stop', () => {
  it('is the next call, turn or agent, forwards and backwards', () => {
    expect(nextStop(rows, 0, 1, 'call')).toBe(3);
    expect(nextStop(rows, 5, 1, 'call')).toBe(7);
    expect(nextStop(rows, 2, 1, 'turn')).toBe(5);
    expect(nextStop(rows, 5, -1, 'turn')).toBe(2);
    expect(nextStop(rows, 3, 1, 'agent')).toBe(5);
    expect(nextStop(rows, 5, 1, 'agent')).toBe(7);
  });

  it('is null at both ends', () => {
    expect(nextStop(rows, 7, 1, 'call')).toBeNull();
    expect(nextStop(rows, 3, -1, 'call')).toBeNull();
  });
});
