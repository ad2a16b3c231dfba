// npm run bench [-- --quick] [-- --no-peers] [-- --only name] [-- --docs]: measures whichtool against its targets.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBulk } from './bulk.mjs';
import { measureColdStart } from './cold-start.mjs';
import { measureDrive } from './drive.mjs';
import { measureFormats } from './formats.mjs';
import { measureArguments, measureClasses } from './in-process.mjs';
import { installPeers } from './install-peers.mjs';
import { measureInstall } from './install-size.mjs';
import { measureJudge } from './judge.mjs';
import { measureLabels } from './labels.mjs';
import { measureLive } from './live.mjs';
import { measurePage } from './page.mjs';
import { measurePeerCommands } from './peer-commands.mjs';
import { CLI, DATA, ROOT } from './places.mjs';
import { measurePushDown } from './push-down.mjs';
import { measureDataset, measureSuite } from './recorded-runs.mjs';
import { formatTable } from './row.mjs';
import { measureTools } from './tools.mjs';
import { measureWarehouses } from './warehouses.mjs';
import { measureWorkers } from './workers.mjs';
import { writeDocs } from './write-docs.mjs';

const MEASUREMENTS = {
  'cold-start': { title: 'cold start', measure: measureColdStart },
  dataset: { title: 'recorded runs as dataset rows', measure: measureDataset },
  suite: { title: 'recorded runs as tests of one suite', measure: measureSuite },
  bulk: { title: 'recorded runs by the million', measure: measureBulk },
  warehouses: { title: 'stored traces, streamed', measure: measureWarehouses },
  'push-down': { title: 'stored traces, counted by ClickHouse', measure: measurePushDown },
  labels: { title: 'labelled cases and samples', measure: measureLabels },
  live: { title: 'traces that arrive live', measure: measureLive },
  page: { title: 'the web app', measure: measurePage },
  drive: { title: 'agents that are driven', measure: measureDrive },
  judge: { title: 'questions to a judge', measure: measureJudge },
  workers: { title: 'workers over a queue', measure: measureWorkers },
  tools: { title: 'catalogs of tools', measure: measureTools },
  formats: { title: "other people's formats", measure: measureFormats },
  peers: {
    title: 'against other tools, as commands',
    measure: measurePeerCommands,
    needsPeers: true,
  },
  classes: { title: 'in process: equal-function sets', measure: measureClasses },
  arguments: {
    title: 'in process: calls with arguments',
    measure: measureArguments,
    needsPeers: true,
  },
  install: { title: 'installed size', measure: measureInstall },
};

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(MEASUREMENTS) },
    quick: { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
});
const unknown = flags.only.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0)
  fail(
    `no measurement is called ${unknown.join(', ')}; there are ${Object.keys(MEASUREMENTS).join(', ')}`,
  );
const isWhole = flags.only.length === Object.keys(MEASUREMENTS).length && !flags['no-peers'];
if (flags.docs && (flags.quick || !isWhole)) fail('--docs takes the figures of a whole run only');
if (!existsSync(CLI)) fail('dist/ is missing; run npm run build first');

const chosen = flags.only
  .map((name) => ({ name, ...MEASUREMENTS[name] }))
  .filter(({ needsPeers }) => !needsPeers || !flags['no-peers']);
if (chosen.some(({ needsPeers }) => needsPeers)) installPeers();

const results = {
  whichtool: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
  node: process.version,
  machine: `${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
  date: new Date().toISOString().slice(0, 10),
  quick: flags.quick,
  measurements: {},
};
for (const { name, title, measure } of chosen) {
  process.stderr.write(`${title} …\n`);
  results.measurements[name] = await measure({ quick: flags.quick });
}
writeFileSync(join(DATA, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);

const rows = Object.values(results.measurements).flat();
const missed = rows.filter(({ met }) => met === false);
const figures = `whichtool ${results.whichtool}, Node ${results.node}, ${results.machine}, ${results.date}\n\n${formatTable(rows)}`;
process.stdout.write(`${figures}\n`);
if (flags.docs) writeDocs(figures);
if (flags.quick)
  process.stdout.write('\nquick: fewer cases and rounds; the targets are meant for a full run\n');
process.stdout.write(
  missed.length === 0
    ? '\nevery target is met\n'
    : `\n${missed.length} targets are missed: ${missed.map(({ what }) => what).join('; ')}\n`,
);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
