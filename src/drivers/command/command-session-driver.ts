import { createInterface } from 'node:readline';
import { stringifyJson } from '#core';
import { allowedEnvironment, errorCode, type Program, startProgram } from '#platform';
import { type Driver, DriveError, type DriveResult, type DriveTask } from '../driver.ts';
import { orStopped } from '../or-stopped.ts';
import { explainEnd } from '../program-failure/explain-end.ts';
import { cleanText } from '../quote-agent.ts';
import { SessionTurns } from '../session-turns.ts';
import type { CommandOptions } from './command-driver.ts';

const GRACE_MS = 1000;
const MAX_CHARS = 64 * 1024 * 1024;

/** An agent that is a program, given turns one at a time: each is a line of JSON, and is answered with a line that is a trace. */
export class CommandSessionDriver implements Driver {
  readonly #options: Pick<CommandOptions, 'command' | 'cwd' | 'env' | 'format'>;

  constructor(options: Pick<CommandOptions, 'command' | 'cwd' | 'env' | 'format'>) {
    this.#options = options;
  }

  async drive(task: DriveTask, signal: AbortSignal): Promise<DriveResult> {
    const program = await this.#start(task);
    try {
      const turns = new SessionTurns(task, this.#options.format);
      await orStopped(() => this.#play(program, turns, signal), signal);
      program.stdin.end();
      const end = await orStopped(() => program.ended, signal);
      if (end.code !== 0)
        throw this.#failure(program, `ended with ${end.signal ?? `code ${end.code}`}`);
      return turns.result();
    } finally {
      await program.end(GRACE_MS);
    }
  }

  async close(): Promise<void> {}

  async #play(program: Program, turns: SessionTurns, signal: AbortSignal): Promise<void> {
    const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
    await turns.play(async (request) => {
      program.stdin.write(`${stringifyJson(request)}\n`);
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw this.#failure(program, 'ended before it answered');
        if (value.length > MAX_CHARS) throw this.#failure(program, 'answered with too much');
        if (value.trim() !== '') return value;
      }
    }, signal);
  }

  async #start(task: DriveTask): Promise<Program> {
    const { command, cwd, env } = this.#options;
    const [name = '', ...args] = command;
    const variables = { ...env, WHICHTOOL_RUN: String(task.run), WHICHTOOL_TASK: task.id };
    try {
      return await startProgram(name, args, { cwd, env: allowedEnvironment(variables) });
    } catch (error) {
      const message = `${JSON.stringify(name)} cannot be started (${errorCode(error)})`;
      throw new DriveError('AGENT_FAILED', message, { isFinal: true });
    }
  }

  #failure(program: Program, how: string): DriveError {
    const stderr = cleanText(program.stderrTail(), Object.values(this.#options.env));
    return new DriveError('AGENT_FAILED', explainEnd(`the program ${how}`, stderr));
  }
}
