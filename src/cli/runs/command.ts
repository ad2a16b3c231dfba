import type { Command } from 'commander';
import type { PruneFlags, RunsFlags } from './kept-runs.ts';
import { addVerboseOption, ALL_REPORTERS, collect } from '../flags/shared-options.ts';

const EXAMPLES = `
Examples:
  whichtool runs                                     what was run here, the newest first
  whichtool runs show 17 --reporter html=17.html     the report of a run again
  whichtool runs show nightly --json > before.json   that of the newest run with this name
  whichtool runs prune --keep 50`;

export function addRuns(program: Command, done: (code: number) => void): void {
  const runs = program
    .command('runs')
    .description('the history: every run of this project that was kept')
    .addHelpText('after', EXAMPLES);
  addRoot(runs.command('list', { isDefault: true }))
    .description('list the kept runs')
    .option('--json', 'print them as JSON')
    .action(async (flags: RunsFlags) => {
      const { listKept } = await import('./kept-runs.ts');
      done(await listKept(flags));
    });
  addVerboseOption(addRoot(runs.command('show')))
    .description('show the report of a run again; the exit code is that of its verdict')
    .argument('<run>', 'its number, or a name: the newest run of that name')
    .option('--reporter <name[=file]>', `${ALL_REPORTERS} (repeatable)`, collect, [])
    .option('--json', 'the same as --reporter json')
    .action(
      async (run: string, flags: RunsFlags & { reporter: readonly string[]; verbose?: true }) => {
        const { showKept } = await import('./kept-runs.ts');
        done(await showKept(run, flags));
      },
    );
  addRoot(runs.command('prune'))
    .description('remove old runs; the newest always stays')
    .option('--keep <n>', 'all but the newest n')
    .option('--older-than <age>', 'those that started longer ago, such as 12h, 30d or 8w')
    .option('--json', 'print what was removed as JSON')
    .action(async (flags: PruneFlags) => {
      const { pruneKept } = await import('./kept-runs.ts');
      done(await pruneKept(flags));
    });
}

function addRoot(command: Command): Command {
  return command.option(
    '--root <folder>',
    'a folder of the project that is meant (default: the one of this folder)',
  );
}
