import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ApiLive, ApiLivePage, ApiLiveTrace } from '#schema';
import { CLI } from './cli.ts';

/** A server of `whichtool serve` in its own process. */
export class LiveServer {
  readonly #child: ChildProcess;
  readonly link: string;

  readonly #said: { readonly stderr: string };

  private constructor(child: ChildProcess, link: string, said: { readonly stderr: string }) {
    this.#child = child;
    this.link = link;
    this.#said = said;
  }

  static start(cwd: string, ...args: readonly string[]): Promise<LiveServer> {
    return LiveServer.#spawn(cwd, [process.execPath, CLI, 'serve', '--no-open', ...args]);
  }

  /** Starts a server whose files may have so many blocks (512 or 1,024 bytes) each. */
  static startWithin(cwd: string, blocks: number): Promise<LiveServer> {
    const limited = ['sh', '-c', `ulimit -f ${blocks}; exec "$@"`, 'sh'];
    return LiveServer.#spawn(cwd, [...limited, process.execPath, CLI, 'serve', '--no-open']);
  }

  static async #spawn(cwd: string, [program = '', ...args]: string[]): Promise<LiveServer> {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const server: { stderr: string } = { stderr: '' };
    child.stderr.setEncoding('utf8').on('data', (text: string) => (server.stderr += text));
    const lines = createInterface({ input: child.stdout });
    const [line] = (await once(lines, 'line')) as [string];
    return new LiveServer(child, line, server);
  }

  get origin(): string {
    return new URL(this.link).origin;
  }

  get token(): string {
    return new URL(this.link).searchParams.get('token') ?? '';
  }

  /** What it wrote to its terminal. */
  get stderr(): string {
    return this.#said.stderr;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill(signal);
    await once(this.#child, 'exit');
  }

  async get<T>(path: string): Promise<T> {
    const headers = { Authorization: `Bearer ${this.token}` };
    return (await (await fetch(`${this.origin}/api/v1/${path}`, { headers })).json()) as T;
  }

  about(): Promise<ApiLive> {
    return this.get<ApiLive>('live');
  }

  /** All stored traces. */
  async traces(): Promise<readonly ApiLiveTrace[]> {
    const all: ApiLiveTrace[] = [];
    for (let cursor: string | null = '0'; cursor !== null;) {
      const page: ApiLivePage = await this.get(`live/traces?limit=200&cursor=${cursor}`);
      all.push(...page.items);
      cursor = page.next;
    }
    return all;
  }

  send(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.origin}/v1/traces`, {
      method: 'POST',
      body: body as BodyInit,
      headers: {
        Authorization: `Bearer ${this.token}`,
        'Content-Type': 'application/json',
        ...headers,
      },
    });
  }
}

/** Asks again until it is so. */
export async function until<T>(ask: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask();
    if (isDone(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** An id as OpenTelemetry has them. */
export function newId(bytes: 8 | 16): string {
  return randomBytes(bytes).toString('hex');
}

type Value = string | number;

/** A span in OTLP/JSON. */
export function spanOf(
  traceId: string,
  name: string,
  attributes: Readonly<Record<string, Value>>,
  more: object = {},
): object {
  return {
    traceId,
    spanId: newId(8),
    name,
    kind: 1,
    startTimeUnixNano: '1767225600000000000',
    endTimeUnixNano: '1767225601000000000',
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    })),
    ...more,
  };
}

/** The spans of a run that asks one question and calls one tool: the root is the last of them. */
export function runSpans(traceId: string, question: string, tool: string): readonly object[] {
  const root = newId(8);
  const parent = { parentSpanId: root };
  const message = (role: string, part: object): string => JSON.stringify([{ role, parts: [part] }]);
  return [
    spanOf(
      traceId,
      'chat m',
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': message('user', { type: 'text', content: question }),
        'gen_ai.output.messages': message('assistant', { type: 'tool_call', id: 'c', name: tool }),
        'gen_ai.tool.definitions': JSON.stringify([{ type: 'function', name: 'get_order' }]),
      },
      parent,
    ),
    spanOf(
      traceId,
      `execute_tool ${tool}`,
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.id': 'c',
      },
      { ...parent, startTimeUnixNano: '1767225600500000000' },
    ),
    spanOf(
      traceId,
      'invoke_agent desk',
      { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk' },
      { spanId: root },
    ),
  ];
}

/** An export request with these spans. */
export function requestOf(...spans: readonly object[]): string {
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
}
