import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { answerLine, answerParts } from './answer-words.ts';

it.each<[JsonObject, string]>([
  [{ expected_tool: 'none' }, 'no tool'],
  [{ expected_tool: null }, 'no tool'],
  [{ expected_calls: [] }, 'no tool'],
  [{ expected_tool: 'status' }, 'status'],
  [{ expected_tool: ['status', { server: 'shop', tool: 'find' }] }, 'status or shop.find'],
  [{ expected_tool: { class: 'lookup' } }, 'any of class lookup'],
  [
    { expected_tool: 'status', expected_args: { order: 'D81', n: 7, text: '7', all: true } },
    'status (order: D81, n: 7, text: "7", all: true)',
  ],
  [{ expected_calls: [{ tool: 'a', args: { x: ' b' } }, { name: 'b' }] }, 'a (x: " b") and b'],
  [{ rating: 0.5, clause: 'dates' }, '0.5, the same in part (clause: dates)'],
  [{ met: { s1: true, not2: false } }, 'rated by statements (s1: yes, not2: no)'],
  [{}, 'no answer'],
])('says %j in words', (answer, words) => {
  expect(answerLine(answer)).toBe(words);
});

it('distinguishes arguments that are not compared from a call without arguments', () => {
  const noteOf = (answer: JsonObject): unknown => answerParts(answer)[0]?.note;
  expect(noteOf({ expected_tool: 'a' })).toBe('arguments are not compared');
  expect(noteOf({ expected_tool: 'a', expected_args: {} })).toBe('without arguments');
});

it('names ratings by what is rated', () => {
  const run = { input: '', steps: [], output: '', cut: 0 };
  expect(answerLine({ rating: 0 }, { kind: 'goal', run, reference: null })).toBe('0, not achieved');
  const statements = [{ id: 's1', text: 'Is kind.' }];
  expect(
    answerLine({ score: 1, met: { s1: false } }, { kind: 'answer', run, rubric: 'x', statements }),
  ).toBe('1, good (Is kind.: no)');
});
