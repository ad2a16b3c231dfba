import type { Command } from 'commander';
import type { DraftFlags } from './draft-flags.ts';

const EXAMPLES = `
Examples:
  whichtool init && whichtool run
  whichtool init --servers mcp.json   a suite for the tools of your MCP servers, a test for each to fill in
  whichtool init --servers mcp.json --model openai:gpt-5-mini   three prompts per tool, drafted by a model`;

interface InitFlags extends DraftFlags {
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
    .option('--model <provider:name>', 'with --servers: have a model draft three prompts per tool')
    .option('--base-url <url>', 'where the model is asked, up to the version of the API')
    .option('--api-key-env <name>', 'the variable that holds its key')
    .option('--max-calls <n>', 'ask it at most this often')
    .option('--exec', 'start servers also where CI says the change comes from a fork')
    .option('--no-exec', 'start none')
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, flags: InitFlags) => {
      const { servers, exec, force = false, ...draft } = flags;
      if (servers !== undefined) {
        const { writeServerSuite } = await import('./write-server-suite.ts');
        done(await writeServerSuite(folder, servers, { ...draft, force, exec }));
      } else {
        const { rejectModel } = await import('./draft-flags.ts');
        rejectModel(draft);
        const { writeStarter } = await import('./write-starter.ts');
        done(await writeStarter(folder, force));
      }
    });
}
