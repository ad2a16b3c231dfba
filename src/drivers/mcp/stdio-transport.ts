import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isJsonObject } from '#core';
import { allowedEnvironment, type Program, startProgram } from '#platform';
import { findLastWords } from '../program-failure/explain-end.ts';
import { hintForVariable } from '../program-failure/missing-variable.ts';
import { readNumbers, writeNumbers } from './exact-wire.ts';
import type { ProtocolWarnings } from './protocol-warnings.ts';
import type { StdioServer } from './server-spec.ts';
import type { ServerText } from './server-text.ts';
import type { ServerTransport } from './server-transport.ts';

const MAX_LINE_LENGTH = 16 * 1024 * 1024;
/** A server may log between our requests, but not for ever. */
const MAX_LINES = 100_000;

/**
 * MCP over the input and output of a program: one JSON message per line. Unlike the client's own transport it ends the
 * whole process group, shows nothing on our stderr, and says why the server is gone.
 */
export class StdioTransport implements ServerTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ServerTransport['onmessage'];
  /** The client takes a transport for one over stdio by these two members. */
  readonly stderr: null = null;
  readonly pid: null = null;
  failure: string | null = null;
  /** Whether it ended by itself. */
  hasEnded = false;
  /** What to do about its end, where its stderr says what it lacks. */
  hint: string | undefined = undefined;
  quoted: readonly string[] = [];
  readonly #env: StdioServer['env'];
  readonly #program: Program;
  readonly #protocolWarnings: ProtocolWarnings;
  readonly #quote: ServerText['quote'];
  readonly #clean: ServerText['clean'];
  #parts: Buffer[] = [];
  #held = 0;
  #lines = 0;
  #closing: Promise<void> | null = null;

  private constructor(
    program: Program,
    env: StdioServer['env'],
    protocolWarnings: ProtocolWarnings,
    { quote, clean }: ServerText,
  ) {
    this.#program = program;
    this.#env = env;
    this.#protocolWarnings = protocolWarnings;
    this.#quote = quote;
    this.#clean = clean;
    void program.ended.then(({ code, signal }) => {
      if (this.#closing !== null) return;
      this.hasEnded = true;
      this.fail(`ended with ${signal ?? `code ${code}`}`);
    });
  }

  /** Starts the program. Rejects where that is not possible. */
  static async open(
    { command, args, env, cwd }: StdioServer,
    protocolWarnings: ProtocolWarnings,
    text: ServerText,
  ): Promise<StdioTransport> {
    const program = await startProgram(command, args, { cwd, env: allowedEnvironment(env) });
    return new StdioTransport(program, env, protocolWarnings, text);
  }

  async start(): Promise<void> {
    if (this.#program.stdout.listenerCount('data') > 0) return;
    this.#program.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closing !== null) throw new Error('the server was closed');
    this.#lines = 0;
    const { stdin } = this.#program;
    if (stdin.write(`${writeNumbers(JSON.stringify(message))}\n`)) return;
    await new Promise((resolve) => {
      stdin.once('drain', resolve);
    });
  }

  fail(why: string): void {
    if (this.#closing !== null) return;
    const said = this.#program.stderrTail().trim();
    const { reason, lines } = findLastWords(this.#clean(said));
    const because = reason === '' ? '' : `; its stderr ends with ${this.#quote(reason, 1000)}`;
    this.failure = `${why}${because}`;
    this.quoted = lines;
    this.hint = hintForVariable(said, this.#env);
    // Reading stops: a flood ends here.
    this.#program.stdout.destroy();
    void this.close();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // Pending requests fail now, and not when the last process is gone.
    queueMicrotask(() => this.onclose?.());
    if (!(await this.#program.end())) this.#protocolWarnings.note('MCP_NOT_ENDED', 'after SIGKILL');
  }

  #read(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.#parts.push(chunk.subarray(from, end));
      from = end + 1;
      const line = Buffer.concat(this.#parts).toString('utf8');
      this.#parts = [];
      this.#held = 0;
      if (this.#closing === null) this.#take(line.trim());
    }
    this.#parts.push(chunk.subarray(from));
    this.#held += chunk.length - from;
    if (this.#held > MAX_LINE_LENGTH) {
      this.#parts = [];
      this.#held = 0;
      this.fail('sent a line of more than 16 MiB');
    }
  }

  #take(line: string): void {
    if (line === '') return;
    this.#lines += 1;
    if (this.#lines > MAX_LINES) {
      this.fail(`sent more than ${MAX_LINES} lines without being asked for anything`);
      return;
    }
    const messages = parseMessages(line);
    if (messages === null) {
      this.#protocolWarnings.note('MCP_STDOUT_NOISE', this.#quote(line));
      return;
    }
    for (const message of messages) {
      try {
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
}

/** The messages of a line, of which old revisions may send several in a list; null where it holds none. */
function parseMessages(line: string): JSONRPCMessage[] | null {
  if (!/^[[{]/.test(line)) return null;
  let value: unknown;
  try {
    value = JSON.parse(readNumbers(line));
  } catch {
    return null;
  }
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  return messages.every((message) => isJsonObject(message) && message['jsonrpc'] === '2.0')
    ? (messages as JSONRPCMessage[])
    : null;
}
