import type { Command } from 'commander';

const EXAMPLES = `
Examples:
  whichtool mcp                                 read only: inspect, validate, plan, score recorded runs
  whichtool mcp --allow-run --max-cost 0.50     also drive agents, each run for at most 0.50`;

export function addMcp(program: Command, done: (code: number) => void): void {
  program
    .command('mcp')
    .description(
      'an MCP server over stdio for coding agents; read only unless --allow-run is given',
    )
    .option('--root <folder>', 'the folder that paths stay inside (default: the project here)')
    .option('--allow-run', 'allow runs that start programs, ask models and write .whichtool/')
    .option('--max-cost <amount>', 'with --allow-run: what the models of one run may cost')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: { root?: string; allowRun?: true; maxCost?: string }) => {
      const { serveMcp } = await import('./serve-mcp.ts');
      done(await serveMcp(flags));
    });
}
