import { expect, it } from 'vitest';
import type { AnswerRecord } from '../answer-record.ts';
import { answerKey, askedOf } from '../answer-key.ts';
import { ARGUMENTS_QUESTION } from '../fixtures/questions.ts';
import { jurorOf, panelOf, ScriptModel } from '../fixtures/script-judge.ts';
import { formatRecord, matchRecord, parseRecord } from './record-text.ts';

const juror = jurorOf(new ScriptModel(() => ''));
const asked = askedOf(juror, panelOf(juror), 'arguments');
const question = ARGUMENTS_QUESTION;
const record: AnswerRecord = {
  version: 1,
  key: answerKey(question, asked),
  question,
  asked,
  answer: {
    judge: juror.label,
    answeredBy: 'judge-1',
    verdict: { kind: 'arguments', score: 1, reason: 'the same' },
    error: null,
    usage: { inputTokens: 10, outputTokens: 5, cost: 0.1 + 0.2 },
  },
};
const text = `${formatRecord(record)}\n`;

it('matches what was written', () => {
  expect(matchRecord(text, record)).toEqual(record);
  expect(matchRecord(text, record)).toEqual(parseRecord(text));
});

it('finds no other answer in a text with another, a missing or an additional character', () => {
  let matches = 0;
  for (let at = 0; at < text.length; at++) {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)];
    const other = text[at] === '1' ? '0' : '1';
    const changed = [
      before,
      before + after,
      before + other + after,
      before + other + text.slice(at),
    ];
    for (const item of changed) {
      const matched = matchRecord(item, record);
      if (matched === null) continue;
      matches += 1;
      expect(matched).toEqual(record);
    }
  }
  // Digits of the cost behind those that its double has.
  expect(matches).toBeLessThan(20);
});

it('does not match another question, and leaves other forms to the parser', () => {
  const other = { ...question, input: 'something else' };
  const expected = { key: answerKey(other, asked), question: other, asked };
  expect(matchRecord(text, expected)).toBeNull();
  const spaced = JSON.stringify(JSON.parse(text), null, 1);
  expect([matchRecord(spaced, record), parseRecord(spaced)]).toEqual([null, record]);
});
