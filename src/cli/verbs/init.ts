import type { Command } from 'commander';

const EXAMPLES = `
Examples:
  whichtool init && whichtool run
  whichtool init --servers mcp.json   a suite for the tools of your MCP servers, a test for each to fill in`;

interface InitFlags {
  readonly force?: true;
  readonly servers?: string;
  readonly exec?: boolean;
}

export function addInit(program: Command, done: (code: number) => void): void {
  program
    .command('init')
    .description('write a suite, two example traces and a CI job that pass on the first run')
    .argument('[folder]', 'where to', '.')
    .option('--force', 'overwrite files that are there')
    .option('--servers <mcp.json>', 'write a suite for the tools of these MCP servers instead')
    .option('--exec', 'start servers also where CI says the change comes from a fork')
    .option('--no-exec', 'start none')
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, flags: InitFlags) => {
      const { servers, exec, force = false } = flags;
      if (servers !== undefined) {
        const { writeServerSuite } = await import('../write-server-suite.ts');
        done(await writeServerSuite(folder, servers, { force, exec }));
      } else {
        const { writeStarter } = await import('../write-starter.ts');
        done(await writeStarter(folder, force));
      }
    });
}
