import {
  asWarning,
  type CodeWith,
  type Issue,
  type LintFinding,
  lintSkill,
  type ReportIssue,
  type RUN_CODES,
  toolOfSkill,
  type ToolSpec,
  ToolUses,
  UserError,
} from '#core';
import type { ServerSpec } from '#drivers';
import { displayPath, expandPaths, TRACE_FILE } from '#platform';
import { readInputs } from '#readers';
import { SKILL_FILE } from '#suite';
import { IssueList } from '../issues/issue-list.ts';
import { askServers } from './ask-servers.ts';
import { readToolFile } from './read-tool-file.ts';
import { runIssue } from '../issues/run-codes.ts';

/** A server of the command line. */
export type NamedServer =
  | { readonly url: string }
  | { readonly command: string; readonly args: readonly string[] };

export interface CollectOptions {
  readonly cwd: string;
  /** Servers of the command line, by name. */
  readonly servers: ReadonlyMap<string, NamedServer>;
  readonly format: string | null;
  /** Why no server may be started; null where that is allowed. */
  readonly noExecution: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Tools, and what is known of them. */
export interface CollectedTools {
  readonly tools: readonly ToolSpec[];
  /** How they were called, where traces record it. */
  readonly uses: ToolUses;
  /** Whether tools may destroy something, by their full name, where servers say. */
  readonly destructive: ReadonlyMap<string, boolean>;
  /** The names of the servers that were asked, in the order of the files. */
  readonly servers: readonly string[];
  readonly issues: readonly ReportIssue[];
  /** What is wrong with files of skills. */
  readonly findings: readonly LintFinding[];
}

/** Collects the tools of MCP servers, catalogs and traces. Throws a UserError where there is nothing to look at. */
export async function collectTools(
  paths: readonly string[],
  options: CollectOptions,
): Promise<CollectedTools> {
  const collection = new Collection(options);
  for (const [name, server] of options.servers)
    collection.addServer(name, specOf(server, options.cwd));
  const { paths: files, issues } = await expandPaths(paths, options.cwd, TOOL_FILE);
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new UserError(errors);
  for (const issue of issues) collection.addIssue(issue);
  for (const path of files) await collection.addFile(path);
  return await collection.finish();
}

/** Names of files that may contain tools, skills or traces. */
const TOOL_FILE = new RegExp(`${TRACE_FILE.source}|${SKILL_FILE.source}`, 'i');

class Collection {
  readonly #options: CollectOptions;
  readonly #tools: ToolSpec[] = [];
  /** The tools that traces offered, each once however many runs did. */
  readonly #offered = new Map<string, ToolSpec>();
  readonly #uses = new ToolUses();
  readonly #servers = new Map<string, ServerSpec>();
  readonly #findings: LintFinding[] = [];
  readonly #faults: Issue[] = [];
  readonly #issues = new IssueList(null);
  readonly #traces: string[] = [];

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  addServer(name: string, spec: ServerSpec): void {
    if (this.#servers.has(name))
      this.#addFault('TOOLS_SERVER_TWICE', `two servers are called "${name}"`);
    else this.#servers.set(name, spec);
  }

  addIssue(issue: Issue): void {
    this.#issues.add(issue);
  }

  async addFile(path: string): Promise<void> {
    const { cwd, environment } = this.#options;
    const file = await readToolFile(path, displayPath(path, cwd), environment);
    if (file.kind === 'skill') {
      this.#tools.push(toolOfSkill(file.skill));
      this.#findings.push(...lintSkill(file.skill));
    } else if (file.kind === 'catalog') for (const tool of file.tools) this.#tools.push(tool);
    else if (file.kind === 'servers') {
      for (const [name, spec] of file.servers) this.addServer(name, spec);
      for (const issue of file.issues) this.#issues.add(issue);
    } else this.#traces.push(path);
  }

  async #readTraces(): Promise<void> {
    const { format, cwd } = this.#options;
    const canAllBeEmpty = this.#tools.length > 0 || this.#servers.size > 0;
    const inputs = readInputs(this.#traces, cwd, { format, canAllBeEmpty });
    for await (const records of namingShapes(inputs)) {
      for (const record of records) {
        if (record.kind !== 'trace') {
          this.#issues.add(asWarning(nameShapes(record.issue)));
          continue;
        }
        for (const tool of record.trace.offered ?? []) {
          const key = JSON.stringify([tool.server, tool.name]);
          if (!this.#offered.has(key)) this.#offered.set(key, tool);
        }
        for (const call of record.trace.calls) this.#uses.add(call);
      }
    }
  }

  async finish(): Promise<CollectedTools> {
    if (this.#servers.size > 0 && this.#options.noExecution !== null)
      this.#addFault('EXEC_REFUSED', `no server may be started here: ${this.#options.noExecution}`);
    if (this.#options.format !== null && this.#traces.length === 0)
      this.#addFault('FLAG_NO_EFFECT', '--format has no effect: none of these is a file of traces');
    if (this.#faults.length > 0) throw new UserError(this.#faults);
    await this.#readTraces();
    let destructive: CollectedTools['destructive'] = new Map();
    if (this.#servers.size > 0) {
      const { tools, issues, ...hints } = await askServers(this.#servers, this.#options.signal);
      destructive = hints.destructive;
      for (const tool of tools) this.#tools.push(tool);
      for (const issue of issues) this.#issues.add(issue);
    }
    const tools = [...this.#tools, ...this.#offered.values()];
    const issues = this.#issues.report().issues;
    const isAnswered = issues.every(({ severity }) => severity !== 'error');
    if (tools.length === 0 && isAnswered) {
      this.#addFault('TOOLS_NONE', 'there is no tool in any of these');
      throw new UserError(this.#faults);
    }
    return {
      tools,
      uses: this.#uses,
      destructive,
      servers: [...this.#servers.keys()],
      issues,
      findings: this.#findings,
    };
  }

  #addFault(code: CodeWith<typeof RUN_CODES>, message: string): void {
    this.#faults.push(runIssue(code, message));
  }
}

const SHAPES =
  'tools are read from an mcp.json, a catalog ([{ "name", "description", "input_schema" }], { "tools": […] }, or servers with their tools), or traces';

/** Tools come from other files than traces, too. */
function nameShapes(issue: Issue): Issue {
  return issue.code === 'FORMAT_UNKNOWN' ? { ...issue, hint: SHAPES } : issue;
}

async function* namingShapes<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* batches;
  } catch (error) {
    if (error instanceof UserError) throw new UserError(error.issues.map(nameShapes));
    throw error;
  }
}

function specOf(server: NamedServer, cwd: string): ServerSpec {
  return 'url' in server
    ? { kind: 'http', url: server.url, headers: {}, restart: 'never' }
    : { kind: 'stdio', ...server, env: {}, cwd, restart: 'never' };
}
