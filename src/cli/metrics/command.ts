import type { Command } from 'commander';

const EXAMPLES = `
Example:
  whichtool metrics --json`;

export function addMetrics(program: Command, done: (code: number) => void): void {
  program
    .command('metrics')
    .description(
      'every metric that a gate can name, with its unit, scope, direction and default gate',
    )
    .option('--json', 'print them as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: { json?: true }) => {
      const { printMetrics } = await import('./print-metrics.ts');
      await printMetrics(flags.json === true);
      done(0);
    });
}
