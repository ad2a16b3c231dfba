import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject, stringifyJson } from '#core';
import { captureEnvironment, loopbackEnvironment } from './capture-environment.ts';
import { proxyHttp } from './http-proxy.ts';
import { type Loopback, openLoopback, readRequest } from './http/loopback.ts';
import { modelEnvironment, upstreamsOf } from './model-proxy/model-addresses.ts';
import type { ModelExchange } from './model-proxy/model-exchange.ts';
import { ModelProxy } from './model-proxy/model-proxy.ts';
import { OtlpEndpoint } from './otlp-endpoint.ts';
import { rewriteConfig } from './rewrite-config.ts';
import { serveHook } from './serve-hook.ts';
import type { ToolRules } from './tool-rules.ts';
import { STDIO_PROXY } from './stdio-proxy.generated.ts';
import { WIRE_FILE } from './wire-file.ts';
import { appendWire, readWire } from './wire-log.ts';

export interface CaptureOptions {
  /** An `mcp.json` whose servers are put behind a proxy; null where there are none. */
  readonly config: JsonObject | null;
  readonly cwd: string;
  /** What is recorded beside MCP. */
  readonly sources?: CaptureSources;
  /** What the program sees of its servers instead of what they are. */
  readonly rules?: ToolRules | null;
  /** The environment that the program would have: it says where its models are. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Where calls of a program are seen, beside its MCP servers. */
export interface CaptureSources {
  /** Spans that it exports. */
  readonly otlp: boolean;
  /** Requests to its models and their answers. */
  readonly models: boolean;
}

const SPANS_ONLY: CaptureSources = { otlp: true, models: false };

/** What was caught so far. */
interface Caught {
  /** OTLP as JSON, one request per line. */
  readonly otlp: string;
  /** Messages of MCP, one per line. */
  readonly wire: string;
  /** The same messages, for people to read. */
  readonly exchanges: readonly JsonObject[];
  /** Requests to models and their answers, in order. */
  readonly models: readonly ModelExchange[];
  /** How many requests to models were of an unknown kind. */
  readonly unknownRequests: number;
  /** Tools that overrides name and no server listed. */
  readonly unknownOverrides: readonly string[];
  /** Why it cannot be relied on, where it cannot. */
  readonly failure: string | null;
}

/** Catches what one program exports and says to its MCP servers. */
export interface Capture {
  /** What the program must find in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The addresses of models through us, whatever else its environment says. */
  readonly modelEnv: Readonly<Record<string, string>>;
  /** The MCP servers behind proxies, by name. */
  readonly servers: Readonly<Record<string, JsonObject>>;
  /** Writes a file that is removed with the capture, and returns its path. */
  writeFile(name: string, text: string): Promise<string>;
  /** An argument with `{mcp_config}` replaced by the path of the rewritten file. */
  fill(argument: string): string;
  /** What was caught; asked for when the program has ended. */
  take(): Promise<Caught>;
  /** Removes all traces of it. */
  close(): Promise<void>;
}

const MAX_REQUEST_BYTES = 64 * 1024 * 1024;

/** Makes ready to catch. Throws a DriveError where the servers cannot be used. */
export async function openCapture({
  config,
  cwd,
  sources = SPANS_ONLY,
  environment = process.env,
  rules = null,
}: CaptureOptions): Promise<Capture> {
  const folder = await mkdtemp(join(tmpdir(), 'whichtool-capture-'));
  const capture = new OpenCapture(folder, upstreamsOf(environment), rules);
  try {
    await capture.open(config, cwd, sources);
  } catch (error) {
    await capture.close();
    throw error;
  }
  return capture;
}

class OpenCapture implements Capture {
  env: Readonly<Record<string, string>> = {};
  modelEnv: Readonly<Record<string, string>> = {};
  servers: Readonly<Record<string, JsonObject>> = {};
  readonly #folder: string;
  readonly #log: string;
  readonly #otlp = new OtlpEndpoint();
  readonly #upstreams: ReadonlyMap<string, URL>;
  readonly #models: ModelProxy;
  readonly #rules: ToolRules | null;
  readonly #services: { readonly name: string; readonly url: string }[] = [];
  #loopback: Loopback | null = null;
  #configPath: string | null = null;

  constructor(folder: string, upstreams: ReadonlyMap<string, URL>, rules: ToolRules | null) {
    this.#rules = rules;
    this.#folder = folder;
    this.#upstreams = upstreams;
    this.#models = new ModelProxy(upstreams);
    this.#log = join(folder, WIRE_FILE);
  }

  async open(
    config: JsonObject | null,
    cwd: string,
    { otlp, models }: CaptureSources,
  ): Promise<void> {
    await writeFile(this.#log, '', { mode: 0o600 });
    const loopback = await openLoopback((path, request, response) =>
      this.#serve(path, request, response),
    );
    this.#loopback = loopback;
    this.env = otlp
      ? captureEnvironment(loopback.url, process.env)
      : loopbackEnvironment(process.env);
    if (models) this.modelEnv = modelEnvironment(loopback.url, this.#upstreams);
    if (config === null) return;
    const script = join(this.#folder, 'proxy.cjs');
    const path = join(this.#folder, 'mcp.json');
    const rewritten = rewriteConfig(config, cwd, {
      script,
      addressOf: (name, url) => `${loopback.url}/mcp/${this.#services.push({ name, url }) - 1}`,
      isMocked: this.#rules?.isWhole === true,
      hookOf:
        this.#rules === null ? null : (name) => `${loopback.url}/hook/${encodeURIComponent(name)}`,
    });
    await writeFile(script, STDIO_PROXY, { mode: 0o600 });
    await writeFile(path, stringifyJson(rewritten), { mode: 0o600 });
    this.#configPath = path;
    this.servers = serversIn(rewritten);
    this.env = { ...this.env, WHICHTOOL_MCP_CONFIG: path };
  }

  fill(argument: string): string {
    return this.#configPath === null
      ? argument
      : argument.replaceAll('{mcp_config}', this.#configPath);
  }

  async writeFile(name: string, text: string): Promise<string> {
    const path = join(this.#folder, 'files', name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, text, { mode: 0o600 });
    return path;
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
      exchanges: [
        ...this.#models.exchanges.map(({ request, response }) => ({ request, response })),
        ...messages,
      ],
      models: this.#models.exchanges,
      unknownRequests: this.#models.unknown,
      unknownOverrides: this.#rules?.unknownOverrides() ?? [],
      failure: this.#otlp.failure ?? this.#models.failure ?? lost,
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
    if (path.startsWith('hook/') && this.#rules !== null)
      return serveHook(this.#rules, path.slice('hook/'.length), request, response);
    const service = /^mcp\/(\d{1,6})$/.exec(path);
    if (service !== null) {
      const { name, url } = this.#services[Number(service[1])] ?? {};
      if (name !== undefined && url !== undefined) {
        return proxyHttp(
          url,
          request,
          response,
          (connection, dir, msg) => appendWire(this.#log, { server: name, connection, dir, msg }),
          this.#rules === null ? null : { rules: this.#rules, server: name },
        );
      }
    }
    if (path.startsWith('model/'))
      return this.#models.serve(path.slice('model/'.length), request, response);
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

/** The servers of an `mcp.json`, by name. */
function serversIn(config: JsonObject): Readonly<Record<string, JsonObject>> {
  const servers = config.mcpServers ?? config.servers ?? {};
  const entries = isJsonObject(servers) ? Object.entries(servers) : [];
  return Object.fromEntries(
    entries.flatMap(([name, server]) => (isJsonObject(server) ? [[name, server]] : [])),
  );
}
