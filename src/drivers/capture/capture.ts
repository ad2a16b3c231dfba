import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, stringifyJson } from '#core';
import { captureEnvironment } from './capture-environment.ts';
import { proxyHttp } from './http-proxy.ts';
import { type Loopback, openLoopback, readRequest } from './loopback.ts';
import { OtlpEndpoint } from './otlp-endpoint.ts';
import { rewriteConfig } from './rewrite-config.ts';
import { STDIO_PROXY } from './stdio-proxy.generated.ts';
import { WIRE_FILE } from './wire-file.ts';
import { appendWire, readWire } from './wire-log.ts';

export interface CaptureOptions {
  /** An `mcp.json` whose servers are put behind a proxy; null where there are none. */
  readonly config: JsonObject | null;
  readonly cwd: string;
}

/** What was caught so far. */
interface Caught {
  /** OTLP as JSON, one request per line. */
  readonly otlp: string;
  /** Messages of MCP, one per line. */
  readonly wire: string;
  /** The same messages, for people to read. */
  readonly exchanges: readonly JsonObject[];
  /** Why it cannot be relied on, where it cannot. */
  readonly failure: string | null;
}

/** Catches what one program exports and says to its MCP servers. */
export interface Capture {
  /** What the program must find in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** An argument with `{mcp_config}` replaced by the path of the rewritten file. */
  fill(argument: string): string;
  /** What was caught; asked for when the program has ended. */
  take(): Promise<Caught>;
  /** Removes all traces of it. */
  close(): Promise<void>;
}

const MAX_REQUEST_BYTES = 64 * 1024 * 1024;

/** Makes ready to catch. Throws a DriveError where the servers cannot be used. */
export async function openCapture({ config, cwd }: CaptureOptions): Promise<Capture> {
  const folder = await mkdtemp(join(tmpdir(), 'whichtool-capture-'));
  const capture = new OpenCapture(folder);
  try {
    await capture.open(config, cwd);
  } catch (error) {
    await capture.close();
    throw error;
  }
  return capture;
}

class OpenCapture implements Capture {
  env: Readonly<Record<string, string>> = {};
  readonly #folder: string;
  readonly #log: string;
  readonly #otlp = new OtlpEndpoint();
  readonly #services: { readonly name: string; readonly url: string }[] = [];
  #loopback: Loopback | null = null;
  #configPath: string | null = null;

  constructor(folder: string) {
    this.#folder = folder;
    this.#log = join(folder, WIRE_FILE);
  }

  async open(config: JsonObject | null, cwd: string): Promise<void> {
    await writeFile(this.#log, '', { mode: 0o600 });
    const loopback = await openLoopback((path, request, response) =>
      this.#serve(path, request, response),
    );
    this.#loopback = loopback;
    this.env = captureEnvironment(loopback.url, process.env);
    if (config === null) return;
    const script = join(this.#folder, 'proxy.cjs');
    const path = join(this.#folder, 'mcp.json');
    const rewritten = rewriteConfig(config, cwd, {
      script,
      addressOf: (name, url) => `${loopback.url}/mcp/${this.#services.push({ name, url }) - 1}`,
    });
    await writeFile(script, STDIO_PROXY, { mode: 0o600 });
    await writeFile(path, stringifyJson(rewritten), { mode: 0o600 });
    this.#configPath = path;
    this.env = { ...this.env, WHICHTOOL_MCP_CONFIG: path };
  }

  fill(argument: string): string {
    return this.#configPath === null
      ? argument
      : argument.replaceAll('{mcp_config}', this.#configPath);
  }

  async take(): Promise<Caught> {
    await this.#endLoopback();
    const { text, messages, dropped } = await readWire(this.#log);
    const lost =
      dropped === 0
        ? null
        : `${dropped} messages between the program and its servers could not be kept`;
    return {
      otlp: this.#otlp.text(),
      wire: text,
      exchanges: messages,
      failure: this.#otlp.failure ?? lost,
    };
  }

  async close(): Promise<void> {
    await this.#endLoopback();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #endLoopback(): Promise<void> {
    const loopback = this.#loopback;
    this.#loopback = null;
    await loopback?.close();
  }

  async #serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const service = /^mcp\/(\d{1,6})$/.exec(path);
    if (service !== null) {
      const { name, url } = this.#services[Number(service[1])] ?? {};
      if (name !== undefined && url !== undefined) {
        return proxyHttp(url, request, response, (connection, dir, msg) =>
          appendWire(this.#log, { server: name, connection, dir, msg }),
        );
      }
    }
    if (request.method !== 'POST' || !OtlpEndpoint.serves(path)) {
      response.writeHead(404).end();
      return undefined;
    }
    const body = await readRequest(request, MAX_REQUEST_BYTES);
    if (body === null) {
      this.#otlp.failure ??= 'the program exported more at once than can be kept';
      response.writeHead(413).end();
      return undefined;
    }
    const answer = await this.#otlp.take(path, body, {
      type: request.headers['content-type'] ?? '',
      encoding: request.headers['content-encoding'] ?? '',
    });
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
    return undefined;
  }
}
