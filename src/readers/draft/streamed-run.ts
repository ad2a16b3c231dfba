import type { Place, Trace } from '#core';
import { RunDraft } from './run-draft.ts';

/** A run of a program that writes its events line by line, and the text of an answer in pieces. */
export class StreamedRun {
  readonly where: Place;
  readonly draft: RunDraft;
  /** The pieces of the text that is being written. */
  text = '';
  /** Whether the stream said how the run ended. */
  hasEnded = false;
  #isAnswering = false;

  constructor(where: Place) {
    this.where = where;
    this.draft = new RunDraft(where);
  }

  addQuestion(text: string): void {
    this.endAnswer();
    this.draft.addText('user', text);
  }

  /** Text or calls of an answer follow; the first of them begins it. */
  startAnswer(): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    this.draft.turn += 1;
  }

  /** The text is complete; calls of the same answer may follow. */
  endText(): void {
    this.draft.addText('assistant', this.text);
    this.text = '';
  }

  /** What follows belongs to the next answer. */
  endAnswer(): void {
    this.endText();
    this.#isAnswering = false;
  }

  finish(): Trace {
    this.endText();
    const { draft } = this;
    if (!this.hasEnded) draft.error ??= 'the stream ends without a result: the run was cut off';
    if (draft.turn === 0) draft.error ??= 'the stream has no answer of the model';
    return draft.finish();
  }
}
