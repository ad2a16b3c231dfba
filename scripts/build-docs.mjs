// Writes the generated parts of docs/agents.md, docs/metric-ids.md, docs/codes.md, docs/formats/README.md and
// docs/not-measured.md from the tables in src/.
// With --check nothing is written: it exits 1 when a page is not what the sources make.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createViteServer } from 'vitest/node';

const root = new URL('../', import.meta.url);
// Compiles the sources as the tests do, in a fraction of the time that jiti takes for as many files.
const server = await createViteServer({
  root: fileURLToPath(root),
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const load = (path) => server.ssrLoadModule(`/${path}`);

function table(columns, rows) {
  const lines = [columns, columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

async function metricsTable() {
  const { listMetrics } = await load('src/cli/metrics/list-metrics.ts');
  const columns = ['metric', 'unit', 'scope', 'better', 'default gate', 'what it is'];
  const rows = listMetrics().map(({ id, unit, scope, better, defaultGate, summary }) => [
    `\`${id}\``,
    unit,
    `\`${scope}\``,
    better,
    defaultGate ?? '-',
    summary,
  ]);
  return table(columns, rows);
}

async function codesTable() {
  const codes = [...(await allCodes())].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = codes.map(([code, [effect, meaning]]) => [`\`${code}\``, effect, meaning]);
  return table(['code', 'effect', 'meaning'], rows);
}

async function formatsTable() {
  const { loadFormats } = await load('src/readers/index.ts');
  const formats = [...(await loadFormats())].sort((a, b) => (a.id < b.id ? -1 : 1));
  const rows = formats.map(({ id, title }) => [
    id === 'native' ? `[\`native\`](../native-trace.md)` : `[\`${id}\`](${id}.md)`,
    title,
  ]);
  return table(['`--format`', 'format'], rows);
}

async function agentKeysTable() {
  const { dependentKeys, formatKinds, kindsHonouring } = await load('src/schema/index.ts');
  const rows = [
    ['agent', 'agent'],
    ['test', 'test, eval'],
    ['flag', 'flag'],
  ].flatMap(([owner, place]) => {
    const groups = new Map();
    for (const key of dependentKeys(owner)) {
      const kinds = formatKinds(kindsHonouring(owner, key));
      groups.set(kinds, [...(groups.get(kinds) ?? []), key]);
    }
    return [...groups].map(([kinds, names]) => [
      place,
      names.map((name) => `\`${name}\``).join(', '),
      kinds,
    ]);
  });
  return table(['of', 'key or flag', 'honoured by'], rows);
}

/** Every code with its effect and its meaning. */
async function allCodes() {
  const { ISSUE_CODES } = await load('src/core/issues/issue-codes.ts');
  return Object.entries(ISSUE_CODES);
}

async function effectsTable() {
  const rows = (await allCodes())
    .filter(([, [effect]]) => effect !== 'unusable' && effect !== 'warning')
    .map(([code, [effect, meaning]]) => [effect, `\`${code}\``, meaning]);
  const sorted = rows.sort((a, b) => (`${a[0]}${a[1]}` < `${b[0]}${b[1]}` ? -1 : 1));
  return table(['the run is', 'code', 'because'], sorted);
}

/** A run that records all that a figure may need, and what can be missing in it. */
const WHOLE = {
  tools: [{ name: 'search', server: 'web', input_schema: { type: 'object' } }],
  tool_calls: [{ name: 'search', server: 'web', arguments: {}, status: 'ok' }],
  usage: { input_tokens: 1, output_tokens: 1, cost: 1 },
};
const LESS = {
  'offered tools': { ...WHOLE, tools: undefined },
  'their servers': { ...WHOLE, tools: [{ name: 'search', input_schema: { type: 'object' } }] },
  schemas: { ...WHOLE, tools: [{ name: 'search', server: 'web' }] },
  status: { ...WHOLE, tool_calls: [{ name: 'search', server: 'web', arguments: {} }] },
  tokens: { ...WHOLE, usage: { cost: 1 } },
  cost: { ...WHOLE, usage: { input_tokens: 1, output_tokens: 1 } },
};

/** What each figure needs: measured here by leaving it out. */
async function needsTable() {
  const { Inspector, INSPECTION_METRICS, inspectionValues, parseTrace, scoreTrace } =
    await load('src/core/index.ts');
  const label = { label: { expected_tool: 'search', expected_args: {} } };
  const scorers = {
    call_checks: {},
    usage: {},
    failure_modes: label,
    tool_args_valid: {},
  };
  const inspect = (value) => {
    const { trace } = parseTrace(value);
    const inspector = new Inspector({});
    inspector.add(trace, trace.calls, () => null);
    const values = inspectionValues(inspector.report().figures);
    return INSPECTION_METRICS.map(({ id }, i) => [id, values[i]]);
  };
  const figures = (trace) => [
    ...scoreTrace(trace, scorers).flatMap(({ metrics }) => Object.entries(metrics)),
    ...inspect(trace),
  ];
  const needs = new Map();
  for (const [lacking, trace] of Object.entries(LESS)) {
    const before = new Map(figures(WHOLE));
    for (const [id, value] of figures(trace))
      if (value === null && before.get(id) !== null)
        needs.set(id, [...(needs.get(id) ?? []), lacking]);
  }
  const rows = [...needs].map(([id, list]) => [`\`${id}\``, list.join(', ')]);
  return table(['figure', 'not measured where a run lacks'], rows);
}

/** What our fixtures of each format record. */
async function recordedTable() {
  const { loadFormats } = await load('src/readers/index.ts');
  const { readContent } = await load('src/readers/fixtures/reader-case.ts');
  const ids = [...(await loadFormats())].map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
  const rows = [];
  for (const id of ids) {
    const { readerCase } = await load(`src/readers/formats/${id}/fixtures/index.ts`);
    const traces = [];
    for (const { file, content } of readerCase.fixtures)
      for (const record of await readContent(file, content, readerCase.format))
        if (record.kind === 'trace') traces.push(record.trace);
    const records = {
      'offered tools': ({ offered }) => offered !== null,
      'their servers': ({ offered }) => offered?.some(({ server }) => server !== null),
      schemas: ({ offered }) => offered?.some(({ inputSchema }) => inputSchema !== null),
      status: ({ calls }) => calls.some(({ status }) => status !== null),
      tokens: ({ usage }) => usage !== null && usage.inputTokens !== null,
      cost: ({ usage }) => usage !== null && usage.cost !== null,
    };
    const cells = Object.values(records).map((has) => (traces.some(has) ? 'yes' : '-'));
    rows.push([`\`${id}\``, ...cells]);
  }
  return table(['format', ...Object.keys(LESS)], rows);
}

async function notMeasured() {
  return [
    '## By code',
    await effectsTable(),
    '## By figure',
    [
      'All other figures need the calls alone; what a [judge](judge.md#what-is-not-measured) decides needs',
      'a verdict on every question. A call has no status where its result is missing, or where the record',
      'of its end cannot be read.',
    ].join('\n'),
    await needsTable(),
    '## By format',
    'What a format can record; whether your files do depends on what wrote them.',
    await recordedTable(),
  ].join('\n\n');
}

const PAGES = {
  'docs/agents.md': agentKeysTable,
  'docs/metric-ids.md': metricsTable,
  'docs/codes.md': codesTable,
  'docs/formats/README.md': formatsTable,
  'docs/not-measured.md': notMeasured,
};
const MARKED = /(<!-- generated by scripts\/build-docs\.mjs -->\n\n)[\s\S]*?(\n\n<!-- end -->)/;

for (const [page, make] of Object.entries(PAGES)) {
  const file = new URL(page, root);
  const before = readFileSync(file, 'utf8');
  if (!MARKED.test(before)) throw new Error(`${page} has no place for its generated part`);
  const text = await make();
  const after = before.replace(MARKED, (_, start, end) => `${start}${text}${end}`);
  if (after === before) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${page} is out of date: run node scripts/build-docs.mjs\n`);
    process.exitCode = 1;
  } else writeFileSync(file, after);
}
await server.close();
