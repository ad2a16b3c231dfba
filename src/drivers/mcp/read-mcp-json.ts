import {
  explainName,
  isJsonObject,
  isName,
  type Issue,
  type Json,
  type JsonObject,
  parseJson,
} from '#core';
import type { Restart, ServerSpec } from './server-spec.ts';
import { stripComments } from './strip-comments.ts';

/** What a file of servers is read with. */
export interface McpJsonOptions {
  /** Shown in issues. */
  readonly file: string;
  /** Where programs are started that name no folder, and what `${workspaceFolder}` represents. */
  readonly folder: string;
  readonly restart: Restart;
  readonly env: (name: string) => string | undefined;
}

/** The servers of a file, and what is odd about them. */
export interface McpJson {
  readonly servers: ReadonlyMap<string, ServerSpec>;
  readonly issues: readonly Issue[];
}

/** Members that other programs know and that change nothing here. */
const IGNORED: ReadonlySet<string> = new Set([
  'alwaysAllow',
  'autoApprove',
  'description',
  'dev',
  'gallery',
  'name',
  'timeout',
  'tools',
  'trust',
  'version',
]);
const KNOWN: ReadonlySet<string> = new Set([
  'args',
  'command',
  'cwd',
  'disabled',
  'env',
  'headers',
  'type',
  'url',
]);
const HTTP_TYPES: ReadonlySet<string> = new Set([
  'http',
  'streamable-http',
  'streamableHttp',
  'sse',
]);

/** Reads the `mcp.json` of Claude Desktop, Claude Code, Cursor and VS Code: `mcpServers` or `servers`. */
export function readMcpJson(text: string, options: McpJsonOptions): McpJson {
  const issues: Issue[] = [];
  const servers = new Map<string, ServerSpec>();
  const parsed = parseJson(stripComments(text.replace(/^\uFEFF/, '')));
  const members = parsed.ok ? findServers(parsed.value) : null;
  if (members === null) {
    const message = parsed.ok
      ? 'has no object `mcpServers` or `servers`'
      : `is not JSON: ${parsed.message}`;
    return { servers, issues: [issue(options, 'error', message, '')] };
  }
  for (const [name, declared] of Object.entries(members)) {
    const server = new Declaration(name, declared, options, issues).read();
    if (server !== null) servers.set(name, server);
  }
  return { servers, issues };
}

/** VS Code also keeps them in its settings, one level deeper. */
function findServers(value: Json): JsonObject | null {
  if (!isJsonObject(value)) return null;
  const holders = [value, memberOf(value, 'mcp')];
  for (const holder of holders) {
    if (!isJsonObject(holder)) continue;
    for (const key of ['mcpServers', 'servers']) {
      const servers = memberOf(holder, key);
      if (isJsonObject(servers)) return servers;
    }
  }
  return null;
}

/** One server of such a file. */
class Declaration {
  readonly #name: string;
  readonly #value: Json;
  readonly #options: McpJsonOptions;
  readonly #issues: Issue[];
  #isUsable = true;

  constructor(name: string, value: Json, options: McpJsonOptions, issues: Issue[]) {
    this.#name = name;
    this.#value = value;
    this.#options = options;
    this.#issues = issues;
  }

  read(): ServerSpec | null {
    const value = this.#value;
    if (!isName(this.#name)) return this.#fail(explainName('name', this.#name));
    if (!isJsonObject(value)) return this.#fail('must be an object');
    if (memberOf(value, 'disabled') === true) {
      this.#note('warning', 'is disabled and was left out');
      return null;
    }
    for (const key of Object.keys(value)) {
      if (!KNOWN.has(key) && !IGNORED.has(key))
        this.#note('warning', `has a key "${key}" that is not read`);
    }
    const spec = this.#readSpec(value);
    return this.#isUsable ? spec : null;
  }

  #readSpec(value: JsonObject): ServerSpec | null {
    const { folder, restart } = this.#options;
    const type = memberOf(value, 'type');
    const url = memberOf(value, 'url');
    if (url !== undefined || (typeof type === 'string' && HTTP_TYPES.has(type))) {
      const address = this.#text('url', url);
      if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
        return this.#fail('must have a url that begins with http:// or https://');
      }
      return {
        kind: 'http',
        url: address,
        ...(type === 'sse' ? { isSse: true } : {}),
        headers: this.#texts('headers', memberOf(value, 'headers')),
        restart,
      };
    }
    const command = this.#text('command', memberOf(value, 'command'));
    if (command === '') return this.#fail('has neither a command nor a url');
    const args = memberOf(value, 'args') ?? [];
    if (!Array.isArray(args)) return this.#fail('must have a list as args');
    return {
      kind: 'stdio',
      command,
      args: args.map((arg: Json, index) => this.#text(`args/${index}`, arg)),
      env: this.#texts('env', memberOf(value, 'env')),
      cwd:
        memberOf(value, 'cwd') === undefined ? folder : this.#text('cwd', memberOf(value, 'cwd')),
      restart,
    };
  }

  #texts(key: string, value: Json | undefined): Record<string, string> {
    if (value === undefined || value === null) return {};
    if (!isJsonObject(value)) {
      this.#fail(`must have an object as ${key}`);
      return {};
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => [name, this.#text(`${key}/${name}`, held)]),
    );
  }

  /** A text with its variables filled in. */
  #text(key: string, value: Json | undefined): string {
    if (value === undefined) return '';
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (typeof value !== 'string') {
      this.#fail(`must have text as ${key}`);
      return '';
    }
    return value.replace(/\$\{([^}]{1,200})\}/g, (all, inner: string) =>
      this.#variable(all, inner),
    );
  }

  #variable(all: string, inner: string): string {
    if (inner === 'workspaceFolder') return this.#options.folder;
    const {
      prefix = '',
      name = '',
      fallback,
    } = /^(?<prefix>[a-z]+:(?!-))?(?<name>\w+)(?::-(?<fallback>.*))?$/.exec(inner)?.groups ?? {};
    if (name === '' || (prefix !== '' && prefix !== 'env:')) {
      this.#fail(
        `uses ${all}, which cannot be filled in here`,
        'use a variable of the environment',
      );
      return '';
    }
    const value = this.#options.env(name) ?? fallback;
    if (value === undefined) this.#fail(`needs the variable ${name}, which is not set`);
    return value ?? '';
  }

  #fail(message: string, hint?: string): null {
    this.#isUsable = false;
    this.#note('error', message, hint);
    return null;
  }

  #note(severity: Issue['severity'], message: string, hint?: string): void {
    const what = `server "${this.#name}" ${message}`;
    this.#issues.push(issue(this.#options, severity, what, this.#name, hint));
  }
}

function issue(
  { file }: McpJsonOptions,
  severity: Issue['severity'],
  message: string,
  server: string,
  hint?: string,
): Issue {
  const pointer =
    server === '' ? {} : { pointer: `/${server.replaceAll('~', '~0').replaceAll('/', '~1')}` };
  return {
    code: 'MCP_JSON',
    severity,
    message,
    where: { file, ...pointer },
    ...(hint === undefined ? {} : { hint }),
  };
}

function memberOf(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
