import type { Command } from 'commander';
import type { CompareFlags } from '../compare-reports.ts';
import { collect } from './trace-options.ts';

const EXAMPLES = `
Examples:
  whichtool compare main.json branch.json                                what is better and what is worse
  whichtool compare main.json branch.json --reporter html=compare.html   the same as a page
  whichtool compare main.json branch.json --fail-on-regression           exit 1 when something that passed fails`;

export function addCompare(program: Command, done: (code: number) => void): void {
  const command = program
    .command('compare')
    .description('show how one report differs from another, case by case, with a paired test')
    .argument('<before>', 'the report to compare with, written with --reporter json=<file>')
    .argument('<after>', 'the newer report');
  addRegressionOptions(command)
    .option(
      '--reporter <name[=file]>',
      'terminal, json, markdown or html (repeatable)',
      collect,
      [],
    )
    .option('--json', 'the same as --reporter json')
    .option('--no-redact', 'leave secrets in names and ids (default: replace them)')
    .addHelpText('after', EXAMPLES)
    .action(async (before: string, after: string, flags: CompareFlags) => {
      const { compare } = await import('../compare-reports.ts');
      done(await compare(before, after, flags));
    });
}

/** The arguments with a rule after a lone `--fail-on-regression`, which would else take a suite or a report for it. */
export function completeRegressionRule(argv: readonly string[]): string[] {
  const rules = new Set(['any', 'significant', 'default']);
  return argv.map((arg, i) =>
    arg === '--fail-on-regression' && !rules.has(argv[i + 1] ?? '') ? `${arg}=default` : arg,
  );
}

/** The flags that make a difference count. */
export function addRegressionOptions(command: Command): Command {
  return command
    .option(
      '--fail-on-regression [rule]',
      'any: what passed must pass; significant: only what chance does not explain fails (default: any over recorded traces, significant over runs that are made)',
    )
    .option('--margin <share>', 'how much worse is still good enough, such as 0.02 or 2%');
}
