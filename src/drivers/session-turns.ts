import type { Json, JsonObject } from '#core';
import type { DriveResult, DriveTask } from './driver.ts';
import { taskDocument } from './task-document.ts';
import { turnsOf } from './user/simulated-user.ts';
import { wordsIn } from './words-in.ts';

/** A run whose turns are given to an agent one at a time: the next is said when the one before is answered. */
export class SessionTurns {
  readonly #task: DriveTask;
  readonly #format: string | null;
  readonly #answers: string[] = [];
  readonly #exchanges: JsonObject[] = [];
  readonly #said: string[] = [];

  constructor(task: DriveTask, format: string | null) {
    this.#task = task;
    this.#format = format;
  }

  async play(ask: (request: JsonObject) => Promise<string>, signal: AbortSignal): Promise<void> {
    const { images, ...task } = this.#task;
    const messages: Json[] = [];
    const lastSaid = (): string => wordsIn(this.#answers.at(-1) ?? '');
    for await (const text of turnsOf(task, lastSaid, signal)) {
      const turn = this.#said.push(text);
      const first = turn === 1 && images !== undefined ? { images } : {};
      const document = taskDocument({ ...task, ...first, turns: [text] });
      const request = {
        ...document,
        messages: [...messages, ...document.messages],
        task: task.id,
        session: task.id,
        turn,
      } as unknown as JsonObject;
      const answer = await ask(request);
      this.#answers.push(answer);
      this.#exchanges.push({ request });
      messages.push({ role: 'user', content: text }, { role: 'assistant', content: lastSaid() });
    }
  }

  result(): DriveResult {
    return {
      output: {
        kind: 'turns',
        texts: this.#answers,
        said: this.#said,
        format: this.#format,
      },
      exchanges: this.#exchanges,
      issues: [],
    };
  }
}
