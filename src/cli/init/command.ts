import type { Command } from 'commander';
import type { InitFlags } from './init-project.ts';

const EXAMPLES = `
Examples:
  whichtool init && whichtool run     a suite that holds on the traces of this project, or a first example
  whichtool init traces/ runs.jsonl   from these traces
  whichtool init traces/ --dry-run    print the suite, write nothing
  whichtool init "clickhouse://localhost:8123/agents/traces?since=24h"   from a table of a database
  whichtool init --servers mcp.json   a suite for the tools of your MCP servers, a test for each to fill in
  whichtool init --servers mcp.json --model openai:gpt-5-mini   three prompts per tool, drafted by a model`;

export function addInit(program: Command, done: (code: number) => void): void {
  program
    .command('init')
    .description(
      'write a suite that holds on the traces of the project; without traces, an example',
    )
    .argument('[paths...]', 'traces to draft the suite from; or, without traces, where to write')
    .option('--out <folder>', 'where to write')
    .option('--force', 'overwrite files that are there')
    .option('--dry-run', 'print what would be written')
    .option('--json', 'print what was drafted from traces as JSON')
    .option('--servers <mcp.json>', 'write a suite for the tools of these MCP servers instead')
    .option('--model <provider:name>', 'with --servers: have a model draft three prompts per tool')
    .option('--base-url <url>', 'where the model is asked, up to the version of the API')
    .option('--api-key-env <name>', 'the variable that holds its key')
    .option('--max-calls <n>', 'ask it at most this often')
    .option('--exec', 'start servers also where CI says the change comes from a fork')
    .option('--no-exec', 'start none')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: InitFlags) => {
      const { initProject } = await import('./init-project.ts');
      done(await initProject(paths, flags));
    });
}
