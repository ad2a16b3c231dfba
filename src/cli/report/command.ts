import type { Command } from 'commander';
import type { ReportFlags } from './show-report.ts';
import {
  addProvenanceOptions,
  addRedactionOptions,
  addVerboseOption,
  ALL_REPORTERS,
  collect,
} from '../flags/shared-options.ts';

const EXAMPLES = `
Examples:
  whichtool report report.json
  whichtool report report.json --verbose
  whichtool report report.json --reporter html=report.html
  whichtool report report.json --merge-tools search_kb,get_kb_article`;

export function addReport(program: Command, done: (code: number) => void): void {
  const command = program
    .command('report')
    .description('show a saved report again, by any reporter; the exit code is that of its verdict')
    .argument('<report>', 'a report that was written with --reporter json=<file>')
    .option('--reporter <name[=file]>', `${ALL_REPORTERS} (repeatable)`, collect, [])
    .option(
      '--merge-tools <tools>',
      'what-if: matrix, name match, cases and gates as if these tools were one',
    )
    .option('--json', 'the same as --reporter json');
  addRedactionOptions(addProvenanceOptions(addVerboseOption(command)))
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: ReportFlags) => {
      const { showReport } = await import('./show-report.ts');
      done(await showReport(path, flags));
    });
}
