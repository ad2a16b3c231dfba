import { explainEnd } from '#drivers';
import { type Program, startProgram } from '#platform';

const MAX_LINE_LENGTH = 1024 * 1024;

interface Pending {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A scorer that is a program: one JSON line in, one JSON line out, in order, until its input ends. */
export class CommandScorer {
  /** Null where it cannot be started. */
  readonly #program: Promise<Program | null>;
  readonly #timeoutMs: number;
  readonly #waiting: Pending[] = [];
  #buffer = '';
  #ended: Error | null = null;

  constructor(command: readonly string[], cwd: string, timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#program = this.#start(command, cwd);
  }

  async #start([command = '', ...args]: readonly string[], cwd: string): Promise<Program | null> {
    try {
      const program = await startProgram(command, args, { cwd, env: process.env });
      program.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text, program));
      void program.ended.then(({ code, signal }) =>
        this.#end(`ended with ${signal ?? `code ${code}`}`, program),
      );
      return program;
    } catch (error) {
      this.#end(`cannot be started: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  /** Sends one question and waits for its answer. */
  async ask(question: unknown): Promise<unknown> {
    const program = await this.#program;
    if (program === null || this.#ended !== null) throw this.#ended;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.push({ resolve, reject });
        timer = setTimeout(
          () => this.#abort(`gave no answer in ${this.#timeoutMs} ms`, program),
          this.#timeoutMs,
        );
        program.stdin.write(`${JSON.stringify(question)}\n`);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #read(text: string, program: Program): void {
    this.#buffer += text;
    for (let end = this.#buffer.indexOf('\n'); end !== -1; end = this.#buffer.indexOf('\n')) {
      const line = this.#buffer.slice(0, end);
      this.#buffer = this.#buffer.slice(end + 1);
      const pending = this.#waiting.shift();
      try {
        pending?.resolve(JSON.parse(line));
      } catch {
        pending?.reject(new Error(`answered with a line that is not JSON: ${line.slice(0, 200)}`));
      }
    }
    if (this.#buffer.length > MAX_LINE_LENGTH)
      this.#abort('answered with a line over 1 MiB', program);
  }

  #abort(why: string, program: Program): void {
    this.#end(why, program);
    program.kill();
  }

  #end(why: string, program?: Program): void {
    this.#ended ??= new Error(explainEnd(why, program?.stderrTail() ?? ''));
    for (const pending of this.#waiting.splice(0)) pending.reject(this.#ended);
  }

  /** Ends the program: its input is closed, and what still runs after a moment is killed. */
  async close(): Promise<void> {
    const program = await this.#program;
    await program?.end();
  }
}
