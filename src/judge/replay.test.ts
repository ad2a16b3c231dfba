import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DriveError } from '#drivers';
import type { AnswerStore } from './answer-record.ts';
import { askJudges, type JudgeAnswers } from './ask-judges.ts';
import { ARGUMENTS_QUESTION } from './fixtures/questions.ts';
import { graded, jurorOf, panelOf, type Script, ScriptModel } from './fixtures/script-judge.ts';
import { openCacheStore } from './stores/cache-store.ts';
import { openRecordedStore } from './stores/recorded-store.ts';

const QUESTIONS = Array.from({ length: 20 }, (_, i) => ({
  ...ARGUMENTS_QUESTION,
  actual: { city: `city ${i}` },
}));
const HUGE = { ...ARGUMENTS_QUESTION, actual: { city: 'x'.repeat(200_000) } };
/** One outage, some answers that must be asked for twice. */
const script: Script = ({ messages }, count) => {
  const text = messages.map((message) => message.text).join();
  if (text.includes('"city 7"')) return new DriveError('MODEL_FAILED', 'it was down');
  return count % 5 === 0 ? 'hm' : graded(text.length % 2);
};
const forbidden: Script = () => new TypeError('a replay asks nobody');

function judge(by: Script, stores: readonly AnswerStore[], mayAsk = true): Promise<JudgeAnswers> {
  return askJudges([...QUESTIONS, HUGE], {
    panel: panelOf(
      jurorOf(new ScriptModel(by)),
      jurorOf(new ScriptModel(by), { label: 'openai:judge-2' }),
    ),
    stores,
    mayAsk,
    signal: new AbortController().signal,
  });
}

function allOf(answers: JudgeAnswers): string {
  return JSON.stringify([...QUESTIONS, HUGE].map((question) => answers.of(question)));
}

it('gives the same answers from what was recorded, errors included, and asks nobody', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-judge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'judge.jsonl');
  const recorded = openRecordedStore(file);
  const cache = openCacheStore(join(folder, 'cache'));
  const live = await judge(script, [cache, recorded]);
  await recorded.save();
  expect(allOf(live)).toContain('JUDGE_ERROR');
  expect(allOf(live)).toContain('JUDGE_TRUNCATED');

  const replayed = await judge(forbidden, [openRecordedStore(file)], false);
  expect(allOf(replayed)).toBe(allOf(live));
  expect(replayed.counts).toEqual({ asked: 0, known: 42, rejected: 0 });

  // What the cache has is recorded, too; what failed is asked again, and fails in the same way.
  const second = openRecordedStore(join(folder, 'second.jsonl'));
  const again = await judge(script, [cache, second]);
  await second.save();
  expect(again.counts).toMatchObject({ asked: 2, known: 38 });
  expect(readFileSync(join(folder, 'second.jsonl'), 'utf8')).toBe(readFileSync(file, 'utf8'));
});
