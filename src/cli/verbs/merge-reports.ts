import type { Command } from 'commander';
import { collect } from './trace-options.ts';

const EXAMPLES = `
Example:
  whichtool run --shard 1/2 --reporter json=1.json    on one machine
  whichtool run --shard 2/2 --reporter json=2.json    on another
  whichtool merge-reports 1.json 2.json > report.json`;

export function addMergeReports(program: Command, done: (code: number) => void): void {
  program
    .command('merge-reports')
    .description('put the reports of shards together, byte for byte the report of an unsharded run')
    .argument('<reports...>', 'the reports of all shards, in any order')
    .option('--reporter <name[=file]>', 'instead of json on stdout (repeatable)', collect, [])
    .option('--json', 'the same as --reporter json, which is the default')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: { reporter: readonly string[] }) => {
      const [{ deliver, parseOutputs }, { readReport }, { exitCodeOf, mergeReports }] =
        await Promise.all([import('../deliver.ts'), import('../read-report.ts'), import('#run')]);
      const outputs = parseOutputs(flags.reporter.length === 0 ? ['json'] : flags.reporter);
      const reports = [];
      for (const path of paths) reports.push(await readReport(path));
      const merged = mergeReports(reports);
      await deliver(merged, outputs);
      done(exitCodeOf(merged));
    });
}
