import { type DriveOptions, Interrupted } from '#run';
import type { ProgressNote } from '#store';
import { DriveLine } from './drive-line.ts';
import { groupDigits } from './group-digits.ts';
import { StatusLine } from './status-line.ts';
import { StopSignals } from './stop-signals.ts';

/** What a person sees and can do while runs are made: how far they are, notes beside them, and Ctrl-C. */
export class DriveConsole {
  readonly #line = new DriveLine(process.stderr);
  readonly #signals = new StopSignals();
  readonly #questions = new StatusLine(process.stderr);
  readonly #note: ProgressNote | null;

  readonly hooks: Pick<DriveOptions, 'listen' | 'onProgress' | 'onNote'> = {
    listen: () => this.#signals.listen(),
    onProgress: (made) => {
      this.#line.update(made);
      this.#note?.update({ runs: made });
    },
    onNote: (note) => process.stderr.write(`${note}\n`),
  };

  /** Progress is also noted where there is a note. */
  constructor(note: ProgressNote | null = null) {
    this.#note = note;
  }

  /** Called with the number of questions that judges have answered. */
  readonly judged = (done: number, total: number): void => {
    this.#questions.update(`${groupDigits(done)} of ${groupDigits(total)} questions judged`);
    this.#note?.update({ questions: { done, total } });
  };

  /** Says how to go on after an interruption, and returns its exit code; anything else is thrown on. */
  explain(error: unknown, howToGoOn: () => string): number {
    if (!(error instanceof Interrupted)) throw error;
    this.#line.clear();
    process.stderr.write(`${howToGoOn()}\n`);
    return this.#signals.exitCode;
  }

  close(): void {
    this.#signals.close();
    this.#line.clear();
    this.#questions.clear();
  }
}
