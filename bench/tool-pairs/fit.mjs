// Fits the points of src/core/tool-set/score-function.ts again, to the tuning half of the labels in test/tool-pairs:
//   node bench/tool-pairs/fit.mjs catalog.json
// A logistic regression over the pairs that `whichtool tools` compares. Its coefficients have no scale of their own:
// they are shown in points, so that their sizes without the start add up to the same as those in use.
import { readFileSync } from 'node:fs';
import { createJiti } from 'jiti';
import { ROOT } from '../places.mjs';
import { fitLogistic } from './logistic.mjs';
import { labelOf } from './pool.mjs';

const jiti = createJiti(import.meta.url, { interopDefault: false });
const load = (file) => jiti.import(`${ROOT}src/core/tool-set/${file}`);
const { parseCatalog } = await load('parse-catalog.ts');
const { readCatalog } = await load('function-catalog.ts');
const { findFunctionPairs } = await load('find-function-pairs.ts');
const { compareFunctions } = await load('compare-functions.ts');
const { compareServers } = await load('compare-servers.ts');
const { POINTS } = await load('score-function.ts');

const labels = JSON.parse(readFileSync(`${ROOT}test/tool-pairs/public-catalog.json`, 'utf8'));
const { tools } = parseCatalog(JSON.parse(readFileSync(process.argv[2], 'utf8')));

const functionOf = new Map();
for (const one of labels.functions) for (const tool of one.tools) functionOf.set(tool, one);
const tuned = new Set([
  ...labels.functions.flatMap(({ half, tools: own }) => (half === 'tune' ? own : [])),
  ...labels.alone.tune,
]);
const unsure = new Set(labels.unsure);
const heldOut = new Set([
  ...labels.functions.flatMap(({ half, tools: own }) => (half === 'tune' ? [] : own)),
  ...labels.alone['held-out'],
]);

/** True for one function, false for two; null where the labels do not say, or the pair is of the other half. */
function isSame(a, b) {
  const [one, other] = [labelOf(a), labelOf(b)];
  if (one === other || unsure.has(one) || unsure.has(other)) return null;
  if ((!tuned.has(one) && !tuned.has(other)) || heldOut.has(one) || heldOut.has(other)) return null;
  const [first, second] = [functionOf.get(one), functionOf.get(other)];
  if (first !== undefined && first === second) return true;
  const isFamily = first?.family !== undefined && first.family === second?.family;
  return isFamily ? null : false;
}

const FEATURES = [
  ['start', () => 1],
  ['name', ({ name }) => name],
  ['description', ({ description }) => description ?? 0],
  ['described', ({ description }) => (description === null ? 0 : 1)],
  ['parameters', ({ parameters }) => parameters ?? 0],
  ['said', ({ said }) => said],
  ['rarest', ({ rarest }) => rarest],
  ['unsaid', ({ unsaid }) => unsaid],
  ['otherAction', ({ isOtherAction }) => (isOtherAction ? 1 : 0)],
  ['servers', (_, servers) => servers ?? 0],
  ['hasOthers', (_, servers) => (servers === null ? 0 : 1)],
];

const different = [...new Map(tools.map((tool) => [`${tool.server}.${tool.name}`, tool])).values()];
const catalog = readCatalog(different);
const rows = [];
const outcomes = [];
for (const [at, bt] of findFunctionPairs(catalog)) {
  const [a, b] = [catalog.functions[at], catalog.functions[bt]];
  const same = isSame(a.tool, b.tool);
  const parts = same === null ? null : compareFunctions(a, b, catalog.weight);
  if (parts === null) continue;
  const servers = compareServers(a, b, catalog);
  rows.push(FEATURES.map(([, of]) => of(parts, servers)));
  outcomes.push(same ? 1 : 0);
}
const fitted = fitLogistic(rows, outcomes);
const sizeOf = (values) => values.slice(1).reduce((sum, value) => sum + Math.abs(value), 0);
const scale = sizeOf(FEATURES.map(([name]) => POINTS[name])) / sizeOf(fitted);
const right = outcomes.filter((outcome) => outcome === 1).length;
console.log(`${rows.length} pairs, ${right} of them of one function`);
for (const [at, [name]] of FEATURES.entries())
  console.log(
    `${name.padEnd(12)} in use ${String(POINTS[name]).padStart(4)}   fitted ${(fitted[at] * scale).toFixed(1).padStart(6)}`,
  );
