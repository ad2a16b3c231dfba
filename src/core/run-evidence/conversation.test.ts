import { describe, expect, it } from 'vitest';
import { parseTrace } from '../trace/parse-trace.ts';
import type { NativeTrace } from '../trace/native-trace.ts';
import { type RunWords, wordsOf } from './conversation.ts';

function words(native: Partial<NativeTrace>, wrongTurn?: number): RunWords {
  const parsed = parseTrace({ tool_calls: [], ...native });
  if (!parsed.ok) throw new Error('not a trace');
  return wordsOf(parsed.trace, () => wrongTurn);
}

describe('the words of a run', () => {
  it('are a question and an answer where no more is recorded', () => {
    expect(words({ input: 'hello', output: 'hi' })).toEqual({
      question: 'hello',
      asked: 0,
      answer: 'hi',
      said: [],
      results: [],
    });
    expect(words({ input: '', output: '' })).toMatchObject({ question: null, answer: null });
  });

  it('have what the user said last as the question, and the rest as it was said', () => {
    const said = [
      { role: 'system' as const, text: 'Be brief.', turn: 0 },
      { role: 'user' as const, text: 'hello', turn: 0 },
      { role: 'assistant' as const, text: 'What is it?', turn: 1 },
      { role: 'user' as const, text: 'where is A-1?', turn: 1 },
    ];
    expect(words({ input: 'hello', said, output: 'On its way.' })).toMatchObject({
      question: 'where is A-1?',
      asked: 1,
      answer: 'On its way.',
      said: said.slice(0, 3),
    });
  });

  describe('of a conversation with a closing', () => {
    const said = [
      { role: 'user' as const, text: 'please cancel the reservation FDZ0T5', turn: 0 },
      { role: 'assistant' as const, text: 'Are you sure?', turn: 2 },
      { role: 'user' as const, text: 'yes, go ahead', turn: 2 },
      { role: 'assistant' as const, text: 'It is cancelled.', turn: 4 },
      { role: 'user' as const, text: 'Thank you!', turn: 4 },
    ];
    const tool_calls = [
      { name: 'get_reservation', turn: 1 },
      { name: 'cancel_reservation', turn: 3 },
    ];
    const output = 'You are welcome.';

    it('have what the user said before the wrong call as the question', () => {
      const found = words({ said, tool_calls, output }, 1);
      expect(found).toMatchObject({ question: said[0]?.text, asked: 0 });
      expect(found.said).toEqual(said.slice(1));
    });

    it('have what the user said before the last call where none is wrong', () => {
      const found = words({ said, tool_calls, output });
      expect(found).toMatchObject({ question: 'yes, go ahead', asked: 2 });
      expect(found.said).toEqual(said.filter(({ text }) => text !== 'yes, go ahead'));
    });

    it('have the longest words of the user where nothing was called', () => {
      expect(words({ said, output })).toMatchObject({ question: said[0]?.text, asked: 0 });
    });

    it('have the last words where calls do not say which answer made them', () => {
      const found = words({ said, tool_calls: [{ name: 'get_reservation' }], output });
      expect(found.question).toBe('Thank you!');
    });

    it('have the last words where the first call came before any', () => {
      const later = said.slice(1);
      const found = words({ said: later, tool_calls: [{ name: 'greet', turn: 1 }], output });
      expect(found.question).toBe('Thank you!');
    });
  });

  it('are the last of a conversation that the run was given, whatever turn its calls are of', () => {
    const messages = [
      { role: 'user', content: 'a first and much longer question' },
      { role: 'assistant', content: 'done' },
      { role: 'user', content: 'and A-2?' },
    ];
    expect(words({ input: { messages } }).question).toBe('and A-2?');
    const tool_calls = [{ name: 'get', turn: 1 }];
    expect(words({ input: { messages }, tool_calls }, 1).question).toBe('and A-2?');
  });

  it('are found in messages of an input, whatever parts they have', () => {
    const input = {
      context: { system: 'Be brief.' },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
          ],
        },
        { role: 'assistant', content: 'three' },
        { role: 'user', content: 'four' },
      ],
    };
    expect(words({ input })).toMatchObject({
      question: 'four',
      said: [
        { role: 'system', text: 'Be brief.', turn: 0 },
        { role: 'user', text: 'one\ntwo', turn: 0 },
        { role: 'assistant', text: 'three', turn: 1 },
      ],
    });
    expect(words({ input: { order: 7 } }).question).toBe('{"order":7}');
  });

  it('have results with their calls, by id where they are recorded as said', () => {
    const found = words({
      input: 'go',
      tool_calls: [
        { name: 'a', id: 'c1' },
        { name: 'b', id: 'c1' },
        { name: 'c', id: 'c2', result: 'own' },
        { name: 'd' },
      ],
      said: [
        { role: 'tool', text: 'first', turn: 1, id: 'c1' },
        { role: 'tool', text: 'second', turn: 1, id: 'c1' },
        { role: 'tool', text: 'of nothing', turn: 1 },
      ],
    });
    expect(found.results).toEqual(['first', 'second', 'own', undefined]);
    expect(found.said.map(({ text }) => text)).toEqual(['of nothing']);
  });
});
