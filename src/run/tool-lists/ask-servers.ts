import { formatTool, type Issue, type ToolSpec } from '#core';
import type { ServerSpec } from '#drivers';

/** What servers answered. */
export interface ServerAnswers {
  readonly tools: readonly ToolSpec[];
  /** Whether tools may destroy something, by their full name, where servers say. */
  readonly destructive: ReadonlyMap<string, boolean>;
  /** What was odd; an error for each server that could not be asked. */
  readonly issues: readonly Issue[];
}

/** Asks servers for their tools, all at once. A server that does not answer does not keep the others from being listed. */
export async function askServers(
  servers: ReadonlyMap<string, ServerSpec>,
  signal: AbortSignal,
): Promise<ServerAnswers> {
  const { DriveError, ServerSource } = await import('./mcp-servers.ts');
  const answers = await Promise.all(
    [...servers].map(async ([name, spec]): Promise<ServerAnswers> => {
      const source = new ServerSource(new Map([[name, spec]]));
      try {
        const session = await source.open('tools', signal);
        const tools = session.tools.map(({ server, name: called, description, inputSchema }) => ({
          server,
          name: called,
          description,
          inputSchema,
          cost: null,
        }));
        const destructive = new Map(
          session.tools.flatMap(({ isDestructive, ...tool }) =>
            isDestructive === undefined ? [] : [[formatTool(tool), isDestructive] as const],
          ),
        );
        const issues = session.takeIssues();
        await session.close();
        return { tools, destructive, issues };
      } catch (error) {
        if (error instanceof DriveError)
          return { tools: [], destructive: new Map(), issues: [error.issue] };
        throw error;
      } finally {
        await source.close();
      }
    }),
  );
  return {
    tools: answers.flatMap(({ tools }) => tools),
    destructive: new Map(answers.flatMap(({ destructive }) => [...destructive])),
    issues: answers.flatMap(({ issues }) => issues),
  };
}
