import { setMaxListeners } from 'node:events';
import type { Client, PriorDiscovery } from '@modelcontextprotocol/client';
import { canonicalJson, type JsonObject } from '#core';
import { DriveError } from '../driver.ts';
import type { ToolResult } from '../tool-session.ts';
import { assertShallow } from './assert-shallow.ts';
import { readCallResult } from './call-result.ts';
import { describeClientError } from './client-error.ts';
import { markNumbers, unmarkNumbers } from './exact-wire.ts';
import { listTools, type ServerTool } from './list-tools.ts';
import type { ProtocolWarnings } from './protocol-warnings.ts';
import type { ServerDeadlines } from './server-spec.ts';
import type { QuoteText } from './server-text.ts';
import type { ServerTransport } from './server-transport.ts';

/** A server that changes its list more often is not asked each time. */
const MAX_LIST_READS = 20;

/** How a server was reached. */
export interface Reached {
  readonly name: string;
  readonly client: Client;
  readonly transport: ServerTransport;
  readonly deadlines: ServerDeadlines;
  readonly protocolWarnings: ProtocolWarnings;
  readonly quote: QuoteText;
}

/** A server that has answered the handshake. */
export class Connection {
  readonly protocolWarnings: ProtocolWarnings;
  readonly #reached: Reached;
  #tools: Promise<readonly ServerTool[]> | null = null;
  #looking: Promise<void> | null = null;
  #looksAgain = false;
  #looks = 0;
  #isUsable = true;
  #isOpen = true;

  constructor(reached: Reached) {
    this.#reached = reached;
    this.protocolWarnings = reached.protocolWarnings;
    const { client, protocolWarnings, quote } = reached;
    Object.assign(client, {
      onclose: () => {
        this.#isOpen = false;
      },
      onerror: (error: Error) => {
        if (this.#isOpen) protocolWarnings.note('MCP_UNEXPECTED', quote(error.message));
      },
    } satisfies Pick<Client, 'onclose' | 'onerror'>);
  }

  /** Whether another run may begin with it: not after it ended, nor after it left a call without an answer. */
  get isUsable(): boolean {
    return this.#isOpen && this.#isUsable;
  }

  /** Which revision it speaks, so that it need not be found out again. */
  get era(): PriorDiscovery {
    const discover = this.#reached.client.getDiscoverResult();
    return discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover };
  }

  /** Its list was said to have changed. Many servers say so without a change, so it is looked at. */
  noteListChanged(): void {
    const before = this.#tools;
    // While it is being looked at, the answer may be the new list or the old one.
    this.#looksAgain = this.#looking !== null;
    if (before === null || this.#looksAgain) return;
    this.#looks += 1;
    this.#tools = null;
    if (this.#looks > MAX_LIST_READS)
      this.protocolWarnings.note('MCP_LIST_CHANGED', 'it says so all the time');
    else this.#looking = this.#compare(before);
  }

  async #compare(before: Promise<readonly ServerTool[]>): Promise<void> {
    try {
      const old = canonicalJson((await before).map((tool) => ({ ...tool })));
      const now = canonicalJson((await this.tools()).map((tool) => ({ ...tool })));
      if (old !== now) this.protocolWarnings.note('MCP_LIST_CHANGED', 'seen by asking again');
    } catch {
      // The next run asks for the list, and says why there is none.
    }
    this.#looking = null;
    if (this.#looksAgain) this.noteListChanged();
  }

  async tools(): Promise<readonly ServerTool[]> {
    const { name, client, deadlines, protocolWarnings, quote } = this.#reached;
    this.#tools ??= listTools(client, name, deadlines.listTimeoutMs, protocolWarnings, quote);
    const asked = this.#tools;
    try {
      return await asked;
    } catch (error) {
      if (this.#tools === asked) this.#tools = null;
      throw this.#explain(error, 'tools/list', deadlines.listTimeoutMs);
    }
  }

  async call(tool: ServerTool, args: JsonObject, signal: AbortSignal): Promise<ToolResult> {
    const { name, client, deadlines, quote } = this.#reached;
    const what = `the call of ${quote(tool.name)}`;
    // Many calls at once listen to the signal of their run, which is not a leak.
    setMaxListeners(0, signal);
    let result: JsonObject;
    try {
      result = (await client.callTool(
        { name: tool.name, arguments: markNumbers(args) as Record<string, unknown> },
        {
          signal,
          timeout: deadlines.callTimeoutMs,
          // Without an output schema: what came back is judged by the tests and not by the client.
          toolDefinition: {
            name: tool.name,
            inputSchema: tool.inputSchema as { readonly type: 'object' },
          },
        },
      )) as JsonObject;
    } catch (error) {
      signal.throwIfAborted();
      const refusal = readRefusal(error);
      if (refusal === null) throw this.#explain(error, what, deadlines.callTimeoutMs);
      if (refusal.isQuestion) this.protocolWarnings.note('MCP_REQUEST_DECLINED', what);
      return { status: 'error', text: refusal.text, content: { error: refusal.text } };
    }
    await this.#looking;
    assertShallow(result, name);
    const { isCut, ...read } = readCallResult(unmarkNumbers(result) as JsonObject);
    if (isCut) this.protocolWarnings.note('MCP_RESULT_CUT', what);
    return read;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    // The client closes its transport too, but does not wait for one that is closing already.
    await this.#reached.client.close();
    await this.#reached.transport.close();
  }

  #explain(error: unknown, what: string, timeoutMs: number): DriveError {
    if (error instanceof DriveError) return error;
    const { name, transport, quote } = this.#reached;
    if (transport.failure !== null || codeOf(error) === 'CONNECTION_CLOSED') {
      const how = transport.failure ?? 'was closed';
      const message = [`server "${name}" ${how}, during ${what}`, ...(transport.quoted ?? [])];
      return new DriveError('MCP_ENDED', message.join('\n'));
    }
    if (codeOf(error) === 'REQUEST_TIMEOUT') {
      this.#isUsable = false;
      return new DriveError(
        'MCP_TIMEOUT',
        `server "${name}" gave no answer in ${timeoutMs} ms to ${what}`,
      );
    }
    return new DriveError(
      'MCP_PROTOCOL',
      `server "${name}" gave no usable answer to ${what}: ${quote(describeClientError(error))}`,
    );
  }
}

/** An answer that says no: an error of the protocol, or a question back, without a user to answer it. */
function readRefusal(error: unknown): { text: string; isQuestion: boolean } | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'ProtocolError' || typeof codeOf(error) === 'number') {
    return { text: error.message, isQuestion: false };
  }
  return codeOf(error) === 'UNSUPPORTED_RESULT_TYPE'
    ? { text: 'the tool asks for input, and there is no user to give it', isQuestion: true }
    : null;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
