import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '#core';
import type { OfferedTool } from '#drivers';
import { writeFileAtomic } from '#platform';
import type { AgentPlan, Suite } from '#suite';
import { agentError } from '../agents/agent-context.ts';

/** A tool as a model sees it without the overrides that are tried. */
export type ListedTool = Pick<OfferedTool, 'server' | 'name' | 'description' | 'inputSchema'>;

/** An agent of a suite. */
export interface OwnedAgent {
  readonly suite: Suite;
  readonly agent: AgentPlan;
}

/** The same for every model of an agent. */
export function agentKey({ suite, agent }: OwnedAgent): string {
  const { name, distractors } = agent;
  return JSON.stringify([suite.file, name, ...(distractors === null ? [] : [distractors])]);
}

/** Hidden, so that a command which reads the folder as traces skips it. */
const FILE = '.tools.json';

/** Keeps the lists beside the cassettes: a replay asks no server. */
export async function keepOffered(
  folder: string,
  lists: ReadonlyMap<string, readonly ListedTool[]>,
): Promise<void> {
  const text = `${JSON.stringify(Object.fromEntries(lists), null, 2)}\n`;
  const kept = await writeFileAtomic(join(folder, FILE), [text]);
  if (!kept.ok) throw new UserError([kept.issue]);
}

/** The lists that were kept. Throws a UserError where those of an agent are not there. */
export async function readOffered(
  folder: string,
  agents: readonly OwnedAgent[],
): Promise<ReadonlyMap<string, readonly ListedTool[]>> {
  let kept: Readonly<Record<string, readonly ListedTool[]>> = {};
  try {
    kept = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as typeof kept;
  } catch {
    // What is missing is reported below.
  }
  return new Map(
    agents.map((agent) => {
      const key = agentKey(agent);
      const tools = Object.hasOwn(kept, key) ? kept[key] : undefined;
      if (Array.isArray(tools) && tools.every(isListed)) return [key, tools as ListedTool[]];
      const message = `the tools of agent "${agent.agent.name}" are not among what --replay names`;
      throw agentError(
        agent.suite,
        'TRY_REFUSED',
        message,
        'try once without --replay, with --out',
      );
    }),
  );
}

function isListed(tool: unknown): boolean {
  const { name, inputSchema } = (tool ?? {}) as Partial<ListedTool>;
  return typeof name === 'string' && typeof inputSchema === 'object';
}
