import { UserError } from '#core';
import { callableTools, DriveError } from '#drivers';
import { agentContext } from '../agents/agent-context.ts';
import { checkAgent } from '../execution/check-execution.ts';
import { openToolHost } from '../drive/open-tool-host.ts';
import { Interrupted } from '../limits/interrupted.ts';
import { agentKey, type ListedTool, type OwnedAgent } from './listed-tools.ts';

/** Lists the tools of each agent once. Throws a UserError where they cannot be had. */
export async function listOffered(
  agents: readonly OwnedAgent[],
  noExecution: string | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly ListedTool[]>> {
  const lists = new Map<string, readonly ListedTool[]>();
  for (const agent of agents) {
    const key = agentKey(agent);
    if (lists.has(key)) continue;
    checkAgent(agent.suite, agent.agent, noExecution);
    lists.set(key, await listOf(agent, signal));
  }
  return lists;
}

async function listOf({ suite, agent }: OwnedAgent, signal: AbortSignal): Promise<ListedTool[]> {
  const host = await openToolHost(agentContext(suite, agent));
  try {
    const session = await host.open('', signal);
    const tools = callableTools(session.tools).map(
      ({ server, name, description, inputSchema }) => ({
        server,
        name,
        description,
        inputSchema,
      }),
    );
    await session.close();
    return tools;
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (error instanceof DriveError) throw new UserError([error.issue]);
    throw error;
  } finally {
    await host.close();
  }
}
