import type { AnswerRecord, AnswerStore, AskedQuestion } from './answer-record.ts';

/**
 * The record of the first store that has a usable one, and that store. Where judges may be asked, an error is not
 * usable: it may have passed.
 */
export async function findAnswer(
  stores: readonly AnswerStore[],
  asked: AskedQuestion,
  mayAsk: boolean,
): Promise<{ readonly record: AnswerRecord; readonly store: AnswerStore } | null> {
  for (const store of stores) {
    const record = await store.get(asked.key, asked);
    if (record === null || record.key !== asked.key) continue;
    if (mayAsk && record.answer.verdict === null) continue;
    return { record, store };
  }
  return null;
}
