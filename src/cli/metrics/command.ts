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
      const [{ formatMetrics, listMetrics }, { print }] = await Promise.all([
        import('./list-metrics.ts'),
        import('../output/output.ts'),
      ]);
      const metrics = listMetrics();
      await print([flags.json ? `${JSON.stringify(metrics, null, 2)}\n` : formatMetrics(metrics)]);
      done(0);
    });
}
