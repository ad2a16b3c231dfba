import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { CODING_AGENTS, type CodingAgent, type Machine } from './agents.ts';

/** The logs of an agent on this machine. */
export interface AgentLogs {
  readonly agent: CodingAgent;
  /** The folders that were looked into. */
  readonly folders: readonly string[];
  /** Whether one of the folders is there. */
  readonly isFound: boolean;
  /** The logs to read, the newest first. */
  readonly files: readonly string[];
  /** How many logs there are. */
  readonly total: number;
}

/** How many entries of a folder are looked at: a bound, not a limit that people reach. */
const MAX_ENTRIES = 200_000;

/** Looks for the logs of all known agents; `newest` is how many of each are read, null for all. */
export async function findAgentLogs(
  machine: Machine,
  newest: number | null,
): Promise<readonly AgentLogs[]> {
  return await Promise.all(CODING_AGENTS.map((agent) => findLogs(agent, machine, newest)));
}

async function findLogs(
  agent: CodingAgent,
  machine: Machine,
  newest: number | null,
): Promise<AgentLogs> {
  const folders = agent.folders(machine);
  const listed = await Promise.all(folders.map((folder) => listLogs(folder, agent.log)));
  const paths = listed.flatMap((list) => list ?? []);
  const dated = await Promise.all(
    paths.map(async (path) => ({ path, time: await changedAt(path) })),
  );
  dated.sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1));
  return {
    agent,
    folders,
    isFound: listed.some((list) => list !== null),
    files: dated.slice(0, newest ?? dated.length).map(({ path }) => path),
    total: dated.length,
  };
}

/** The logs below a folder; null where there is no such folder. Links are not followed. */
async function listLogs(folder: string, log: RegExp): Promise<readonly string[] | null> {
  const paths: string[] = [];
  const waiting = [folder];
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => null);
    if (entries === null) {
      if (at === folder) return null;
      continue;
    }
    for (const entry of entries) {
      seen += 1;
      const path = join(at, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile() && log.test(relative(folder, path).split(sep).join('/')))
        paths.push(path);
    }
    if (seen > MAX_ENTRIES) break;
  }
  return paths;
}

async function changedAt(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null);
  return stats?.mtimeMs ?? 0;
}
