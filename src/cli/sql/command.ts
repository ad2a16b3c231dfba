import type { Command } from 'commander';
import type { SqlFlags } from './print-statements.ts';

const EXAMPLES = `
Examples:
  whichtool sql suite.yaml                                        the statements for a table of plain columns
  whichtool sql suite.yaml --dialect postgres
  whichtool sql suite.yaml --source clickhouse://host:8123/db/table   as run --push-down would send them`;

export function addSql(program: Command, done: (code: number) => void): void {
  program
    .command('sql')
    .description('print the statements that run --push-down sends, and why tests have none')
    .argument('[suites...]', 'suites: files, folders or globs (default: whichtool.yaml here)')
    .option(
      '--dialect <name>',
      'clickhouse or postgres (default: that of the source, or clickhouse)',
    )
    .option('--source <address>', 'the table: its columns are looked up, nothing is counted')
    .option('--json', 'print them as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (suites: string[], flags: SqlFlags) => {
      const { printStatements } = await import('./print-statements.ts');
      done(await printStatements(suites, flags));
    });
}
