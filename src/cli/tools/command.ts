import type { Command } from 'commander';
import type { ToolsFlags } from './list-tools.ts';
import { collect } from '../flags/shared-options.ts';

const EXAMPLES = `
Examples:
  whichtool tools mcp.json                                          the tools of your MCP servers, and what is confusing about them
  whichtool tools --server fs='npx -y @modelcontextprotocol/server-filesystem .'
  whichtool tools catalog.json --reporter markdown=tools.md         a list of tools, without starting anything
  whichtool tools mcp.json --model openai:gpt-5-mini                a model judges the pairs that are in doubt
  whichtool tools runs.jsonl                                        the tools that recorded runs were offered`;

export function addTools(program: Command, done: (code: number) => void): void {
  program
    .command('tools')
    .description(
      'list the tools of MCP servers, catalogs or traces; find those that do the same job, confusable ones and bad descriptions',
    )
    .argument('[files...]', 'mcp.json, catalogs or traces: files, folders, globs')
    .option(
      '--server <name=command>',
      "a server to start, as name='command …', or name=https://… (repeatable)",
      collect,
      [],
    )
    .option(
      '--reporter <name[=file]>',
      'terminal, json, markdown or html (repeatable)',
      collect,
      [],
    )
    .option('--json', 'the same as --reporter json')
    .option(
      '--format <id>',
      'the format of the traces, where the guess is wrong (see docs/formats)',
    )
    .option(
      '--min-likeness <percent>',
      'how alike two tools of different servers are that make a set (70 by default)',
    )
    .option(
      '--min-confusable <percent>',
      'how alike two tools are that are easily taken for each other (52 by default)',
    )
    .option('--max-confusable <n>', 'fail where more pairs are easily taken for each other')
    .option('--model <provider:name>', 'have a model judge the pairs that are in doubt')
    .option('--base-url <url>', 'where the model is asked, up to the version of the API')
    .option('--api-key-env <name>', 'the variable that has its key')
    .option('--prices <in,out>', 'what a million of its tokens cost, such as 0.25,2')
    .option('--max-cost <amount>', 'what the model may cost; needs --prices')
    .option('--max-pairs <n>', 'ask about at most this many pairs, the most alike first (200)')
    .option('--min-doubtful <percent>', 'how alike pairs are that it is asked about (55)')
    .option('--record <folder>', 'keep its answers there, for ...')
    .option('--replay <folder>', '... the same result without a key: the model is not asked')
    .option('--exec', 'start servers also where CI says the change comes from a fork')
    .option('--no-exec', 'start none')
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], flags: ToolsFlags) => {
      const { listTools } = await import('./list-tools.ts');
      done(await listTools(files, flags));
    });
}
