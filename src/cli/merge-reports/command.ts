import type { Command } from 'commander';
import { collect } from '../flags/shared-options.ts';

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
      const { mergeShards } = await import('./merge-shards.ts');
      done(await mergeShards(paths, flags.reporter));
    });
}
