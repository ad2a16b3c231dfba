import { type CollectedTools, collectTools, runError, whyNoExecution } from '#run';
import { parseServerFlags } from '../flags/server-flag.ts';
import { untilStopped } from '../output/until-stopped.ts';

/** Where tools are looked for. */
export interface ToolSources {
  readonly server: readonly string[];
  readonly format?: string | undefined;
  readonly exec?: boolean | undefined;
}

/** Collects the tools of files and of the servers of the command line; the exit code where that was interrupted, after the servers ended. */
export async function gatherTools(
  files: readonly string[],
  { server, format, exec }: ToolSources,
): Promise<CollectedTools | number> {
  const servers = parseServerFlags(server);
  if (files.length === 0 && servers.size === 0) {
    const message = "name an mcp.json, a catalog or traces, or --server name='command …'";
    throw runError('TOOLS_NONE', message);
  }
  return untilStopped((signal) =>
    collectTools(files, {
      cwd: process.cwd(),
      servers,
      format: format ?? null,
      noExecution: whyNoExecution(exec),
      environment: process.env,
      signal,
    }),
  );
}
