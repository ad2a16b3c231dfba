import { type ChildProcess, spawn } from 'node:child_process';

const LONGEST_LINE = 1024 * 1024;
const STDERR_TAIL = 2000;

interface Pending {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/**
 * A scorer that is a program: one JSON line in, one JSON line out, in order, until its input ends.
 * It runs in its own process group, without a shell, and the whole group ends with it.
 */
export class CommandScorer {
  readonly #child: ChildProcess;
  readonly #timeoutMs: number;
  readonly #waiting: Pending[] = [];
  #buffer = '';
  #stderr = '';
  #ended: Error | null = null;

  constructor(command: readonly string[], cwd: string, timeoutMs: number) {
    const [program = '', ...args] = command;
    this.#timeoutMs = timeoutMs;
    this.#child = spawn(program, args, { cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.on('error', (error) => this.#end(`cannot be started: ${error.message}`));
    this.#child.on('close', (code, signal) => this.#end(`ended with ${signal ?? `code ${code}`}`));
    this.#child.stdin?.on('error', () => {});
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
    });
  }

  /** Sends one question and waits for its answer. */
  async ask(question: unknown): Promise<unknown> {
    if (this.#ended !== null) throw this.#ended;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.push({ resolve, reject });
        timer = setTimeout(() => {
          this.#end(`gave no answer in ${this.#timeoutMs} ms`);
          this.#kill();
        }, this.#timeoutMs);
        this.#child.stdin?.write(`${JSON.stringify(question)}\n`);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #read(text: string): void {
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
    if (this.#buffer.length > LONGEST_LINE) {
      this.#end('answered with a line over 1 MiB');
      this.#kill();
    }
  }

  #end(why: string): void {
    const said = this.#stderr.trim();
    this.#ended ??= new Error(said === '' ? why : `${why}; it said: ${said}`);
    for (const pending of this.#waiting.splice(0)) pending.reject(this.#ended);
  }

  #kill(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
  }

  /** Ends the program: its input is closed, and what still runs after a moment is killed. */
  async close(): Promise<void> {
    if (
      this.#child.exitCode === null &&
      this.#child.signalCode === null &&
      this.#child.pid !== undefined
    ) {
      const closed = new Promise<void>((resolve) => this.#child.once('close', () => resolve()));
      this.#child.stdin?.end();
      const timer = setTimeout(() => this.#kill(), 2000);
      await closed;
      clearTimeout(timer);
    }
    this.#kill();
  }
}
