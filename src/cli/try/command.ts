import type { Command } from 'commander';
import { addRedactionOptions, collect } from '../flags/shared-options.ts';
import type { TryFlags } from './try-overrides.ts';

const EXAMPLES = `
Examples:
  whichtool run --reporter json=baseline.json                the confusion matrix to improve on
  whichtool try overrides.yaml --baseline baseline.json      the same cases with other descriptions
  whichtool try overrides.yaml --baseline baseline.json --reporter markdown=try.md

overrides.yaml contains what the model sees instead, by tool:
  get_order_history: { description: Lists all past orders of a customer. }
or what else is tried, under overrides, drop_tools, merge_tools, system and examples.

Exit codes: 0 better, 1 worse, 2 unusable input, 3 a run could not be made or measured, 5 undecided.`;

export function addTry(program: Command, done: (code: number) => void): void {
  const command = program
    .command('try')
    .description(
      'run tests and confused cases again with other tool descriptions: what got better, what got worse, and the patch',
    )
    .argument('<overrides>', 'a YAML file of tools and what the model sees of them')
    .argument('[suites...]', 'suites: files, folders or globs (default: whichtool.yaml here)')
    .requiredOption('--baseline <report>', 'an earlier report of the same tests and evals')
    .option('--runs <n>', 'how many runs each case must have; replaces runs: of the suites')
    .option('--concurrency <n>', 'runs that are made at once (default: 4)')
    .option('--max-cost <amount>', 'what models may cost; then no further run begins')
    .option('--out <folder>', 'where the runs are kept (default: below .whichtool/try)')
    .option('--replay <folder>', 'take the runs from there: nothing is started, no key is needed')
    .option(
      '--reporter <name[=file]>',
      'terminal, json, markdown or html (repeatable)',
      collect,
      [],
    )
    .option('--json', 'the same as --reporter json')
    .option('--exec', 'start programs also where CI says the change comes from a fork')
    .option('--no-exec', 'start none');
  addRedactionOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (overrides: string, suites: string[], flags: TryFlags) => {
      const { tryOut } = await import('./try-overrides.ts');
      done(await tryOut(overrides, suites, flags));
    });
}
