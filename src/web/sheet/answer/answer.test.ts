import { expect, it } from 'vitest';
import type { ArgumentsDraft } from '../form/check-arguments.ts';
import { parseTree } from '../tree/parse-tree.ts';
import { answerText } from './answer-text.ts';
import {
  addCall,
  chooseAlso,
  chooseNone,
  chooseTool,
  type Draft,
  EMPTY_DRAFT,
  toolChoice,
  withArguments,
  withMet,
} from './draft.ts';
import { type CheckedRow, finishDraft } from './finish-draft.ts';
import { readAnswer } from './read-answer.ts';

const SCHEMA = { properties: { order: { type: 'string' } }, required: ['order'] };
const ROW: CheckedRow = {
  tools: [
    { name: 'status', description: null, schema: SCHEMA },
    { name: 'refund', description: null, schema: null },
  ],
  rated: null,
};
const json = (text: string): ArgumentsDraft => ({ view: 'json', text });

function text(draft: Draft): string {
  return answerText(draft, 'label', ROW);
}
/** The draft that is read from its own text. */
function again(draft: Draft): Draft {
  const parsed = parseTree(text(draft));
  if (!parsed.ok) throw new Error(parsed.message);
  return readAnswer(parsed.tree);
}

it('writes one tool, several acceptable ones, none and several calls', () => {
  const one = chooseTool(EMPTY_DRAFT, 'status');
  expect(text(one)).toBe('{"expected_tool":"status"}');
  const two = chooseAlso(one, 'refund');
  expect(text(two)).toBe('{"expected_tool":["status","refund"]}');
  expect(text(chooseAlso(two, 'status'))).toBe('{"expected_tool":"refund"}');
  expect(text(chooseAlso(one, 'status'))).toBe('{}');
  expect(text(chooseNone(two))).toBe('{"expected_tool":"none"}');
  expect(text(chooseTool(chooseNone(two), 'refund'))).toBe('{"expected_tool":"refund"}');
  const calls = chooseTool(addCall(withArguments(one, json('{"order":1.0}'))), 'refund');
  expect(text(calls)).toBe(
    '{"expected_calls":[{"tool":"status","args":{"order":1.0}},{"tool":"refund"}]}',
  );
});

it('writes a tool that is called none as a pair', () => {
  expect(text(chooseTool(EMPTY_DRAFT, toolChoice('none')))).toBe(
    '{"expected_tool":{"tool":"none"}}',
  );
});

it.each([
  EMPTY_DRAFT,
  chooseNone(EMPTY_DRAFT),
  { ...chooseTool(EMPTY_DRAFT, 'status'), rationale: 'because', isUnsure: true },
  withArguments(chooseTool(EMPTY_DRAFT, 'status'), json('{"order":1.0,"n":12345678901234567890}')),
  chooseTool(addCall(chooseTool(EMPTY_DRAFT, 'status')), { class: 'find' }),
])('is read again as it was written: %#', (draft) => {
  expect(text(again(draft))).toBe(text(draft));
});

it('keeps the arguments of each tool while others are looked at', () => {
  const typed = withArguments(chooseTool(EMPTY_DRAFT, 'status'), json('{"order":"A"}'));
  const other = chooseTool(typed, 'refund');
  expect(text(other)).toBe('{"expected_tool":"refund"}');
  expect(text(chooseTool(other, 'status'))).toBe(text(typed));
});

it('saves what is complete, and says what is missing', () => {
  const problem = (draft: Draft): string => {
    const finished = finishDraft(draft, 'label', ROW);
    return finished.state === 'complete' ? finished.text : finished.problem;
  };
  const status = chooseTool(EMPTY_DRAFT, 'status');
  expect(problem(EMPTY_DRAFT)).toBe('Choose a tool, or none.');
  expect(problem(status)).toBe('{"expected_tool":"status"}');
  expect(problem(withArguments(status, json('{}')))).toBe('Not saved: order: is required');
  expect(problem(withArguments(status, json('{')))).toBe(
    'Not saved: not JSON: the text ends too early',
  );
  const second = chooseTool(addCall(chooseTool(EMPTY_DRAFT, 'refund')), 'status');
  expect(problem(withArguments(second, json('{"order":7}')))).toBe(
    'Not saved: call 2, order: must be string',
  );
  expect(problem(withArguments(status, json('{\n "order" : "A"\n}')))).toBe(
    '{"expected_tool":"status","expected_args":{"order":"A"}}',
  );
  // A second call without a tool is not a call.
  expect(problem(addCall(status))).toBe('{"expected_tool":"status"}');
});

it('needs a note where a reviewer is unsure, and nothing else', () => {
  const unsure = { ...EMPTY_DRAFT, isUnsure: true };
  expect(finishDraft(unsure, 'label', ROW)).toMatchObject({ state: 'invalid' });
  expect(finishDraft({ ...unsure, rationale: ' two fit ' }, 'label', ROW)).toEqual({
    state: 'complete',
    text: '{"unsure":true,"rationale":"two fit"}',
  });
});

it('rates by a rubric, by statements and by both', () => {
  const run = { input: '', steps: [], output: '', cut: 0 };
  const statements = [
    { id: 's1', text: 'Names the amount.' },
    { id: 'not2', text: 'Promises a date.' },
  ];
  const row: CheckedRow = {
    ...ROW,
    question: { kind: 'answer', run, rubric: 'Is kind.', statements },
  };
  const finish = (draft: Draft, asked = row): unknown => finishDraft(draft, 'rate-answer', asked);
  const rated = { ...EMPTY_DRAFT, rating: '0.5', clause: 'tone' };
  expect(finish(EMPTY_DRAFT)).toMatchObject({ state: 'empty' });
  expect(finish(withMet(rated, 's1', true))).toEqual({
    state: 'invalid',
    problem: 'Not saved: still open is “Promises a date.”',
  });
  const all = withMet(withMet(rated, 's1', true), 'not2', false);
  expect(finish(all)).toEqual({
    state: 'complete',
    text: '{"score":0.5,"met":{"s1":true,"not2":false},"clause":"tone"}',
  });
  const byRubric = { ...ROW, question: { kind: 'answer', run, rubric: 'x', statements: [] } };
  expect(finish(rated, byRubric as CheckedRow)).toMatchObject({
    text: '{"rating":0.5,"clause":"tone"}',
  });
  const byStatements = { ...ROW, question: { kind: 'answer', run, rubric: null, statements } };
  expect(finish({ ...all, rating: null }, byStatements as CheckedRow)).toMatchObject({
    text: '{"met":{"s1":true,"not2":false},"clause":"tone"}',
  });
});
