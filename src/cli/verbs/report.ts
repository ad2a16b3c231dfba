import type { Command } from 'commander';
import { ALL_REPORTERS, collect } from './trace-options.ts';

const EXAMPLES = `
Examples:
  whichtool report report.json
  whichtool report report.json --reporter html=report.html`;

export function addReport(program: Command, done: (code: number) => void): void {
  program
    .command('report')
    .description('show a saved report again, by any reporter; the exit code is that of its verdict')
    .argument('<report>', 'a report that was written with --reporter json=<file>')
    .option('--reporter <name[=file]>', `${ALL_REPORTERS} (repeatable)`, collect, [])
    .option('--json', 'the same as --reporter json')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: { reporter: readonly string[]; json?: true }) => {
      const [{ deliver, parseOutputs }, { readReport }, { exitCodeOf }] = await Promise.all([
        import('../deliver.ts'),
        import('../read-report.ts'),
        import('#run'),
      ]);
      const outputs = parseOutputs(flags.json ? [...flags.reporter, 'json'] : flags.reporter);
      const report = await readReport(path);
      await deliver(report, outputs);
      done(exitCodeOf(report));
    });
}
