// The same counts with DuckDB's read_json and list functions: node bulk-duckdb.mjs <file> <threads> <folder where it is installed>
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { scenarios } from './bulk-data.mjs';

const [file, threads, folder] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(join(folder, 'package.json'))('@duckdb/node-api');
const list = (tools) => `[${tools.map((tool) => `'${tool}'`).join(', ')}]`;
const classes = scenarios()
  .map(({ name, classes: [a, b, c] }) => `('${name}', ${list(a)}, ${list(b)}, ${list(c)})`)
  .join(', ');
const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
const reader = await connection.runAndReadAll(`
  with traces as (
    select test, list_transform(tool_calls, lambda c: c.server || '.' || c.name) as tools
    from read_json('${file}', format = 'newline_delimited', columns = {
      test: 'VARCHAR', tool_calls: 'STRUCT(server VARCHAR, name VARCHAR)[]' })
  ), counted as (
    select list_has_any(tools, a)::int + list_has_any(tools, b)::int + list_has_any(tools, c)::int as tp,
      len(list_filter(tools, lambda t: not list_contains(a || b || c, t))) as fp
    from traces join (values ${classes}) as classes(test, a, b, c) using (test)
  )
  select sum(tp)::bigint, sum(fp)::bigint, sum(3 - tp)::bigint, count(*) from counted`);
process.stdout.write(`${reader.getRows()[0].join(' ')}\n`);
