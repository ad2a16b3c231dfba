import { makeVisible } from '#reporters';
import { EXIT, loadSuites, runError, type SuiteStatement, suiteStatements } from '#run';
import { print } from '../output/output.ts';

/** The flags of `sql` as commander gives them. */
export interface SqlFlags {
  readonly dialect?: string;
  readonly source?: string;
  readonly json?: true;
}

/** Prints the statement of each test, or why it has none. */
export async function printStatements(paths: readonly string[], flags: SqlFlags): Promise<number> {
  const dialect = parseDialect(flags.dialect);
  const suites = await loadSuites(paths, process.cwd());
  const statements = await suiteStatements(suites, { dialect, source: flags.source ?? null });
  await print(
    flags.json
      ? [`${JSON.stringify({ statements }, null, 2)}\n`]
      : [statements.map(formatStatement).join('\n')],
  );
  return EXIT.ok;
}

function parseDialect(text: string | undefined): 'clickhouse' | 'postgres' | null {
  if (text === undefined || text === 'clickhouse' || text === 'postgres') return text ?? null;
  throw runError('FLAG_PUSH_DOWN', `--dialect ${makeVisible(text)}: there is no such dialect`, {
    hint: 'there are clickhouse and postgres',
  });
}

function formatStatement({ test, columns, sql, why }: SuiteStatement): string {
  const title = `-- ${makeVisible(test)}`;
  if (sql === null) return `${title}: streamed, ${makeVisible(why ?? '')}\n`;
  const meanings = columns.map(({ column, tools }) => `--   ${column}: ${makeVisible(tools)}\n`);
  return `${title}\n${meanings.join('')}${sql};\n`;
}
