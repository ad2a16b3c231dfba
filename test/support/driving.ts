import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type LoopbackModel,
  type LoopbackOptions,
  startLoopbackModel,
} from '../loopback-model/server.mjs';
import { CLI, type Ran, whichtool, workspace } from './cli.ts';
import { ROOT } from './doc-blocks.ts';

/** A folder with a suite in it, and the command line there, until the test is over. */
export interface Project {
  readonly path: string;
  write(name: string, content: string | object): void;
  read(name: string): string;
  /** The files below a folder, with the hidden ones. */
  list(folder: string): readonly string[];
  run(...args: readonly string[]): Promise<Ran>;
  /** Runs without a report on the terminal and answers the JSON report as bytes beside the exit code. */
  readonly measure: (...args: readonly string[]) => Promise<Measured>;
}

/** Progress is printed every ten seconds, so a slow machine sees it and a fast one does not. */
const PROGRESS = /^(?:\d+ of \d+ tests · )?\d+ of \d+ runs.*\n/gm;

export interface Measured {
  readonly code: number | null;
  /** Without progress. */
  readonly stderr: string;
  readonly bytes: string;
  readonly report: MeasuredReport;
}

interface MeasuredPart {
  readonly name: string;
  readonly verdict: string;
  readonly runs: number;
  readonly errors: number;
}

interface MeasuredReport {
  readonly verdict: string;
  readonly tests: readonly MeasuredPart[];
  readonly evals: readonly (MeasuredPart & {
    readonly cases: readonly { readonly id: string; readonly verdict: string }[];
  })[];
  readonly issues: readonly {
    readonly code: string;
    readonly message: string;
    readonly hint: string | null;
  }[];
}

/** Two tools without a description. */
const TOOLS: readonly object[] = ['right', 'wrong'].map((name) => ({
  server: 'shop',
  name,
  description: `The ${name} one.`,
  input_schema: { type: 'object' },
}));

export function project(
  suite: object,
  { files = {}, env = {} }: { files?: Record<string, string>; env?: Record<string, string> } = {},
): Project {
  const folder = workspace({
    'package.json': '{}',
    'tools.json': JSON.stringify(TOOLS),
    'whichtool.yaml': JSON.stringify(suite),
    ...files,
  });
  onTestFinished(() => folder.remove());
  const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
  const run = (...args: readonly string[]): Promise<Ran> =>
    whichtool(args, { cwd: folder.path, env });
  return {
    path: folder.path,
    write: (name, content) =>
      folder.write(name, typeof content === 'string' ? content : JSON.stringify(content)),
    read,
    list: (name) =>
      readdirSync(join(folder.path, name), { recursive: true, encoding: 'utf8' }).sort(),
    run,
    measure: async (...args) => {
      const { code, stdout, stderr } = await run('run', '--no-history', '--json', ...args);
      if (stdout === '') throw new Error(`no report, exit ${code}: ${stderr}`);
      return {
        code,
        stderr: stderr.replace(PROGRESS, ''),
        bytes: stdout,
        report: JSON.parse(stdout) as MeasuredReport,
      };
    },
  };
}

/** A model until the test is over: it calls the right tool once and is done, by default. */
export async function loopback(options: LoopbackOptions = {}): Promise<LoopbackModel> {
  const model = await startLoopbackModel({
    decide: ({ answer }) => (answer === 1 ? { calls: [{ name: 'right' }] } : { text: 'done' }),
    ...options,
  });
  onTestFinished(() => model.close());
  return model;
}

/** An agent that asks this model, with tools of a catalog that are not carried out. */
export function agentOf(model: LoopbackModel, more: object = {}): object {
  return {
    model: 'openai-compatible:m',
    base_url: model.baseUrls['openai-compatible'],
    catalog: 'tools.json',
    tools: 'mock',
    ...('tools' in more && more.tools !== 'mock'
      ? {}
      : { mocks: { right: 'fine', wrong: 'fine' } }),
    ...more,
  };
}

/** A test that wants the right tool. */
export function testOf(name: string, more: object = {}): object {
  return {
    name,
    agent: 'desk',
    prompt: `please do ${name}`,
    function_call_coverage: { function_calls: ['right'] },
    ...more,
  };
}

/** A published MCP server, as a suite declares it. */
export function published(
  name: 'memory' | 'filesystem' | 'everything',
  args: readonly string[] = [],
): { command: string; args: readonly string[] } {
  const program = join(ROOT, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
  return { command: process.execPath, args: [program, ...args] };
}

/** A program that is an MCP server with these tools, which return how often it was called. */
export function serverOf(...names: readonly string[]): string {
  const tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  return `
import { createInterface } from 'node:readline';
let calls = 0;
const ANSWERS = {
  initialize: () => ({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'counter', version: '1' },
  }),
  'tools/list': () => ({ tools: ${JSON.stringify(tools)} }),
  'tools/call': () => ({ content: [{ type: 'text', text: String(++calls) }] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = ANSWERS[method];
  const said = answer ? { result: answer() } : { error: { code: -32601, message: 'unknown' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
}
`;
}

/** The command line while it runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
}

export function start(cwd: string, args: readonly string[]): Running {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ran>((done) =>
    child.on('close', (code) => done({ code, stdout, stderr })),
  );
  return { child, ended };
}
