import type { AnyQuestion, Issue, JudgeError } from '#core';
import { answerKey, askedByKind, distinctQuestions } from '../answer-key.ts';
import type { AnswerRecord, AnswerStore } from '../answer-record.ts';
import { AskSession, noAnswer } from '../ask-session.ts';
import { findAnswer } from '../find-answer.ts';
import type { Juror, Panel } from '../panel.ts';
import { formatRecord, parseRecord } from '../stores/record-text.ts';

/** One question to one judge that another process may ask. */
export interface OpenQuestion {
  /** The place of the judge in its panel. */
  readonly juror: number;
  /** The key of its answer: a hash of all that is asked. */
  readonly key: string;
  readonly question: AnyQuestion;
}

/** The questions that no store can answer, in their order. */
export async function listOpenQuestions(
  questions: readonly AnyQuestion[],
  panel: Panel,
  stores: readonly AnswerStore[],
): Promise<readonly OpenQuestion[]> {
  const askedOf = askedByKind(panel);
  const open: OpenQuestion[] = [];
  for (const question of distinctQuestions(questions))
    for (const [place, juror] of panel.jurors.entries()) {
      const asked = askedOf(juror, question.kind);
      const key = answerKey(question, asked);
      if ((await findAnswer(stores, { key, question, asked }, true)) === null)
        open.push({ juror: place, key, question });
    }
  return open;
}

/** Asks the judges of a panel for another process. */
export class PanelDesk {
  readonly #panel: Panel;
  readonly #signal: AbortSignal;
  readonly #session: AskSession;
  #asked = 0;

  constructor(panel: Panel, signal: AbortSignal) {
    this.#panel = panel;
    this.#signal = signal;
    this.#session = new AskSession({ panel, stores: [], mayAsk: true, signal });
  }

  /** The record of an answer as text; null where asking was stopped, or the judge here would be asked something else. */
  async ask({ juror: place, key, question }: OpenQuestion): Promise<string | null> {
    const match = this.#find(place, question);
    if (match === null || match.key !== key) return null;
    const answer = await this.#session.answer(question, match.juror, this.#asked++);
    return this.#signal.aborted ? null : formatRecord({ ...match.record, answer });
  }

  /** Whether this panel asks what another process planned. */
  matches({ juror, key, question }: OpenQuestion): boolean {
    return this.#find(juror, question)?.key === key;
  }

  /** The record of a question that could not be asked. */
  failed({ juror, question }: OpenQuestion, error: JudgeError): string | null {
    const match = this.#find(juror, question);
    if (match === null) return null;
    return formatRecord({ ...match.record, answer: noAnswer(match.juror, error) });
  }

  #find(place: number, question: AnyQuestion): Found | null {
    const juror = this.#panel.jurors[place];
    if (juror === undefined) return null;
    const asked = askedByKind(this.#panel)(juror, question.kind);
    const key = answerKey(question, asked);
    return { juror, key, record: { version: 1, key, question, asked } };
  }
}

interface Found {
  readonly juror: Juror;
  readonly key: string;
  readonly record: Omit<AnswerRecord, 'answer'>;
}

/** Answers that other processes got. What is not as it was written is not taken. */
export class ReceivedAnswers implements AnswerStore {
  readonly #records = new Map<string, AnswerRecord>();
  readonly issues: readonly Issue[] = [];
  rejected = 0;

  add(text: string): void {
    const record = parseRecord(text);
    if (record === null) this.rejected += 1;
    else this.#records.set(record.key, record);
  }

  async get(key: string): Promise<AnswerRecord | null> {
    return this.#records.get(key) ?? null;
  }

  async put(): Promise<void> {
    // Whatever is asked here is kept by other stores.
  }
}
