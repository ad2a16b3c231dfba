// 1,000,000 stored traces in 20 tests, counted by one ClickHouse server and scored by whichtool.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJiti } from 'jiti';
import { CLI, DATA } from './places.mjs';
import { timeCommand, timeInTurn } from './process.mjs';
import { atLeast, atMost } from './row.mjs';

const SCENARIOS = 20;
const CLASSES = 3;
const MEMBERS = 3;

/** Three classes of three tools; a fifth of the calls is of other tools. */
const TOOLS = `concat('tool_', toString(intHash32(number * 16 + x) % ${CLASSES * MEMBERS + 2}))`;

export async function measurePushDown({ quick }) {
  const count = quick ? 100_000 : 1_000_000;
  const support = createJiti(import.meta.url);
  const { startClickHouse, CLICKHOUSE_USER, CLICKHOUSE_PASSWORD } = await support.import(
    '../test/support/clickhouse.ts',
  );
  const [server] = await startClickHouse(1);
  try {
    await server.query(
      'CREATE TABLE traces (run_id String, test String, tools Array(String)) ENGINE = MergeTree() ORDER BY (test, run_id)',
    );
    await server.query(
      `INSERT INTO traces SELECT concat('trace-', toString(number)), concat('scenario ', toString(number % ${SCENARIOS})), ` +
        `arrayMap(x -> ${TOOLS}, range(1 + intHash32(number) % 9)) FROM system.numbers LIMIT ${count}`,
    );
    const folder = join(DATA, 'push-down');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'mapping.yaml'), 'run: run_id\ntest: test\ntools: tools\n');
    writeFileSync(join(folder, 'many.json'), JSON.stringify({ tests: scenarios(SCENARIOS) }));
    writeFileSync(join(folder, 'one.json'), JSON.stringify({ tests: scenarios(1) }));
    const source = `clickhouse://127.0.0.1:${server.port}/default/traces`;
    const env = { CLICKHOUSE_USER, CLICKHOUSE_PASSWORD };
    const run = (suite, address) => {
      const args = ['--source', address, '--push-down', '--no-history'];
      const command = ['node', CLI, 'run', suite, ...args, '--reporter', 'json=report.json'];
      return timeCommand(command, { cwd: folder, env });
    };
    const check = (name) => {
      const { tests } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
      const runs = tests.reduce((sum, test) => sum + test.runs, 0);
      if (runs !== count) throw new Error(`${name}: ${runs} of ${count} runs were counted`);
    };
    const best = timeInTurn(quick ? 3 : 7, {
      many: () => run('many.json', `${source}?mapping=mapping.yaml`),
      manyChecked: () => (check('20 tests'), { cpuMs: 0, wallMs: 0 }),
      one: () => run('one.json', source),
      oneChecked: () => (check('one test'), { cpuMs: 0, wallMs: 0 }),
    });
    const traces = count.toLocaleString('en');
    return [
      atMost(`${traces} stored traces, ${SCENARIOS} tests, wall`, best.many.wallMs, 'ms', 2000),
      atMost(`${traces} stored traces, one test, wall`, best.one.wallMs, 'ms', 2000),
      atLeast('the same, traces a second', (count / best.one.wallMs) * 1000, '/s', null),
      atMost('the same, CPU of whichtool', best.one.cpuMs, 'ms', null),
    ];
  } finally {
    await server.stop();
  }
}

function scenarios(count) {
  return Array.from({ length: count }, (_, scenario) => ({
    name: `scenario ${scenario}`,
    equal_function_sets: {
      classes: Array.from({ length: CLASSES }, (_unused, of) => ({
        name: `class ${of}`,
        members: Array.from({ length: MEMBERS }, (_none, at) => `tool_${of * MEMBERS + at}`),
      })),
      expect: [{ 'tool_selection.f1': { '>=': 10 } }],
    },
  }));
}
