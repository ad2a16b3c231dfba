import type { Command } from 'commander';
import type { CompareFlags } from './compare-reports.ts';
import { addRegressionOptions, collect } from '../flags/shared-options.ts';

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
      const { compare } = await import('./compare-reports.ts');
      done(await compare(before, after, flags));
    });
}
