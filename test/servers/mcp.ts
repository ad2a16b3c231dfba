import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import {
  offerTools,
  type OfferOptions,
  type ServerDeadlines,
  type ServerSpec,
  ServerSource,
  type StdioServer,
  type ToolHost,
  type ToolResult,
  type ToolSession,
} from '#drivers';

export const NEVER: AbortSignal = new AbortController().signal;

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** A server that is a script of Node's. */
export function script(
  path: string,
  args: readonly string[] = [],
  more: Partial<StdioServer> = {},
): StdioServer {
  return {
    kind: 'stdio',
    command: process.execPath,
    args: [`${REPOSITORY}${path}`, ...args],
    env: {},
    cwd: REPOSITORY,
    restart: 'never',
    ...more,
  };
}

/** Distinguishes the servers of this file of tests from those of another that runs beside it. */
const MARK = `tests-of-${process.pid}`;

export const hostile = (mode = 'plain', detail = ''): StdioServer =>
  script('test/servers/hostile-server.mjs', [mode, detail, MARK]);

/** A host of these servers, closed when the test is over. */
export function host(
  servers: Readonly<Record<string, ServerSpec>>,
  deadlines: Partial<ServerDeadlines> = {},
  offer: OfferOptions = {},
): ToolHost {
  const made = offerTools(new ServerSource(new Map(Object.entries(servers)), deadlines), offer);
  onTestFinished(() => made.close());
  return made;
}

/** Opens a session of these servers. */
export async function session(
  servers: Readonly<Record<string, ServerSpec>>,
  deadlines: Partial<ServerDeadlines> = {},
  offer: OfferOptions = {},
): Promise<ToolSession> {
  return await host(servers, deadlines, offer).open('test', NEVER);
}

/** Calls a tool as the model spells it. */
export async function call(
  opened: ToolSession,
  spelled: string,
  args: Parameters<ToolSession['call']>[1] = {},
): Promise<ToolResult> {
  const tool = opened.tools.find((one) => one.spelled === spelled);
  if (tool === undefined) throw new Error(`no tool ${spelled}`);
  return await opened.call(tool, args, NEVER);
}

/** Whether a process runs: one that has ended and waits to be collected does not. */
export function runs(id: number): boolean {
  if (!existsSync(`/proc/${id}/stat`)) return false;
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  return !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}

/** The processes that this file of tests started and whose command line holds this text. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        const line = readFileSync(`/proc/${id}/cmdline`, 'utf8');
        const isOwn = !line.includes('tests-of-') || line.includes(MARK);
        // Browsers of other tests have flags with many words, such as `flooding`.
        return isOwn && !line.includes('chrom') && line.includes(text) && runs(id);
      } catch {
        return false;
      }
    });
}

/** Throws where a process of this file of tests is left. */
export async function requireNone(text: string): Promise<void> {
  await vi.waitFor(() => {
    const left = processesWith(text);
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  }, 10_000);
}
