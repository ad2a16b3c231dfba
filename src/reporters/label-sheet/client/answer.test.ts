import { expect, it } from 'vitest';
import {
  choicesOf,
  choose,
  chooseAlso,
  chosenIn,
  formatAnswer,
  isDone,
  mark,
  toolsIn,
  withArguments,
} from './answer.ts';

it('offers the tools of a case and none, or ratings', () => {
  expect(choicesOf('label', { tools: ['a', 'b'] })).toEqual(['a', 'b', 'none']);
  expect(choicesOf('rate', { tools: ['a', 'b'] })).toEqual(['1', '0.5', '0']);
});

it.each([
  [null, []],
  [{ expected_tool: null }, ['none']],
  [{ expected_tool: 'a' }, ['a']],
  [{ expected_tool: ['a', 'b'] }, ['a', 'b']],
  [{ expected_tool: 'a', expected_calls: [] }, []],
  [{ rationale: 'because' }, []],
])('shows %j as the choices %j', (answer, chosen) => {
  expect(chosenIn('label', answer)).toEqual(chosen);
});

it('has no tool in an answer that expects none', () => {
  expect(toolsIn({ expected_tool: 'none' })).toEqual([]);
  expect(toolsIn({ expected_tool: ['a', 7, 'none'] })).toEqual(['a']);
});

it('keeps the reason, and of a rating the clause, when the choice changes', () => {
  const answer = { expected_tool: 'a', expected_args: { q: 1 }, rationale: 'why' };
  expect(choose('label', answer, 'b')).toEqual({ expected_tool: 'b', rationale: 'why' });
  expect(choose('rate', { rating: 1, clause: 'dates' }, '0.5')).toEqual({
    rating: 0.5,
    clause: 'dates',
    rationale: '',
  });
});

it('adds a tool that will do as well, and takes it away again', () => {
  const first = chooseAlso('label', null, 'a');
  const both = chooseAlso('label', { ...first, expected_args: {} }, 'b');
  expect(both).toEqual({ expected_tool: ['a', 'b'], expected_args: {}, rationale: '' });
  const last = chooseAlso('label', both, 'a');
  expect(last).toEqual({ expected_tool: 'b', expected_args: {}, rationale: '' });
  expect(chooseAlso('label', last, 'b')).toBeNull();
  expect(chooseAlso('label', both, 'none')).toEqual({ expected_tool: 'none', rationale: '' });
  expect(chooseAlso('rate', { rating: 1 }, '0')).toEqual({ rating: 0, rationale: '' });
});

it.each(['[1]', 'null', '7', '"a"', '{"a":'])('does not take %s as arguments', (text) => {
  expect(withArguments({ expected_tool: 'a' }, text)).toBeNull();
});

it('takes arguments, and drops them where the text is blank', () => {
  const answer = { expected_tool: 'a', expected_args: { q: 1 } };
  expect(withArguments(answer, ' {"q": 2} ')).toEqual({ ...answer, expected_args: { q: 2 } });
  expect(withArguments(answer, ' ')).toEqual({ expected_tool: 'a' });
});

it('is done with an answer, not with a reason alone', () => {
  expect([null, { rationale: 'x' }].map((one) => isDone(one))).toEqual([false, false]);
  const answers = [{ rating: 0 }, { expected_tool: null }, { expected_calls: [] }];
  expect(answers.map((one) => isDone(one))).toEqual([true, true, true]);
});

it('writes what was answered, and no empty reason', () => {
  const row = { id: 'case1', caseHash: 'hash1' };
  expect(formatAnswer(row, null, { rating: 1, clause: '', rationale: '' })).toBe(
    '{"id":"case1","case_hash":"hash1","rating":1}\n',
  );
  expect(formatAnswer(row, 'abc', { rationale: 'why', clause: 'dates', rating: 0 })).toBe(
    '{"id":"case1","case_hash":"hash1","guide_hash":"abc","rating":0,"clause":"dates","rationale":"why"}\n',
  );
});

it('is done with a score and all statements, where there are statements', () => {
  const statements = [
    { id: 's1', text: 'Names the amount.' },
    { id: 'not2', text: 'Promises a date.' },
  ];
  const run = { input: '', steps: [], output: '', cut: 0 };
  const question = { kind: 'answer', run, rubric: 'Kind.', statements } as const;
  const marked = mark(mark(null, 's1', true), 'not2', false);
  expect(marked.met).toEqual({ s1: true, not2: false });
  expect(isDone(marked, { question })).toBe(false);
  expect(isDone(marked, { question: { ...question, rubric: null } })).toBe(true);
  expect(isDone(choose('rate', marked, '0.5', true), { question })).toBe(true);
  expect(isDone({ score: 1, met: { s1: true } }, { question })).toBe(false);
});
