import { setMaxListeners } from 'node:events';
import type { Issue } from '#core';
import type { ServerTool } from './list-tools.ts';
import { type Lease, ServerPool } from './server-pool.ts';
import { SERVER_DEADLINES, type ServerDeadlines, type ServerSpec } from './server-spec.ts';
import type { SourceSession, SourceTool, ToolSource } from './tool-source.ts';

/** The tools of MCP servers, in the order in which the servers are declared. */
export class ServerSource implements ToolSource {
  readonly #pools: ReadonlyMap<string, ServerPool>;
  /** What the last run was given, and the lists that it was made of. */
  #joined: { lists: readonly (readonly ServerTool[])[]; tools: readonly SourceTool[] } | null =
    null;

  constructor(servers: ReadonlyMap<string, ServerSpec>, deadlines: Partial<ServerDeadlines> = {}) {
    const limits = { ...SERVER_DEADLINES, ...deadlines };
    this.#pools = new Map(
      [...servers].map(([name, spec]) => [name, new ServerPool(name, spec, limits)]),
    );
  }

  async open(test: string, signal: AbortSignal): Promise<SourceSession> {
    const leases = new Map<string, Lease>();
    const close = async (): Promise<void> => {
      await Promise.all([...leases.values()].map((lease) => lease.release()));
      leases.clear();
    };
    const opened = await Promise.allSettled(
      [...this.#pools].map(async ([server, pool]) => {
        const lease = await acquire(pool, test, signal);
        leases.set(server, lease);
        return await orAborted(lease.connection.tools(), signal);
      }),
    );
    const lists: (readonly ServerTool[])[] = [];
    for (const outcome of opened) {
      if (outcome.status === 'fulfilled') {
        lists.push(outcome.value);
      } else {
        await close();
        throw outcome.reason;
      }
    }
    return {
      tools: this.#join(lists),
      call: (tool, args, callSignal) => {
        const lease = leases.get(tool.server ?? '');
        if (lease === undefined) throw new Error(`no server "${tool.server}" in this session`);
        return lease.connection.call(tool, args, callSignal);
      },
      takeIssues: () => [...this.#pools.keys()].flatMap((name) => takeIssues(leases.get(name))),
      close,
    };
  }

  /** One list of all servers; the same object for the same lists, so that what is made of it is made once. */
  #join(lists: readonly (readonly ServerTool[])[]): readonly SourceTool[] {
    const last = this.#joined;
    if (last !== null && lists.every((list, index) => list === last.lists[index]))
      return last.tools;
    const servers = [...this.#pools.keys()];
    const tools = lists.flatMap((list, index) =>
      list.map((tool) => ({ server: servers[index] as string, ...tool })),
    );
    this.#joined = { lists, tools };
    return tools;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }
}

async function acquire(pool: ServerPool, test: string, signal: AbortSignal): Promise<Lease> {
  const pending = pool.acquire(test);
  try {
    return await orAborted(pending, signal);
  } catch (error) {
    pending.then(
      (lease) => lease.release(),
      () => {},
    );
    throw error;
  }
}

function takeIssues(lease: Lease | undefined): Issue[] {
  if (lease === undefined) return [];
  const { protocolWarnings } = lease.connection;
  const issues = protocolWarnings.since(lease.seen);
  lease.seen = protocolWarnings.counts();
  return issues;
}

/** What several runs wait for goes on when one of them is cancelled. */
async function orAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  // As many servers as there are listen to one signal, which is not a leak.
  setMaxListeners(0, signal);
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([pending, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
