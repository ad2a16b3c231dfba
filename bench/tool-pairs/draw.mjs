// Draws pairs of tools to be labelled without a look at what whichtool says about them:
//   whichtool tools catalog.json --json > tools.json
//   node bench/tool-pairs/draw.mjs tools.json sample.json sheet.txt
// `sample.json` has the strata; `sheet.txt` has the pairs in random order, without them.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { eachPair, isCopy, labelOf, proposedPairs, toolsOf } from './pool.mjs';

const SEED = 'blind-1';
/** Pairs that share fewer words are not in the pool. */
const MIN_COSINE = 0.2;
const SHOWN_CHARACTERS = 400;

/** Strata of the pairs that are not proposed, by cosine. */
const STRATA = [
  { name: 'proposed', size: 150 },
  { name: 'other, cosine from 0.5', from: 0.5, size: 50 },
  { name: 'other, cosine from 0.3 to 0.5', from: 0.3, size: 50 },
  { name: 'other, cosine from 0.2 to 0.3', from: MIN_COSINE, size: 50 },
];

const [report, sampleFile, sheetFile] = process.argv.slice(2);
const tools = toolsOf(JSON.parse(readFileSync(report, 'utf8')));
const proposed = proposedPairs(JSON.parse(readFileSync(report, 'utf8')));
const byLabel = new Map(tools.map((tool) => [labelOf(tool), tool]));

const pairs = new Map(STRATA.map(({ name }) => [name, []]));
for (const pair of proposed) {
  const [a, b] = pair.split('\n').map((label) => byLabel.get(label));
  if (!isCopy(a, b)) pairs.get('proposed').push(pair);
}
eachPair(tools, (a, b, cosine) => {
  const pair = [labelOf(a), labelOf(b)].sort().join('\n');
  const stratum = STRATA.find(({ from }) => from !== undefined && cosine >= from);
  if (stratum !== undefined && !proposed.has(pair)) pairs.get(stratum.name).push(pair);
});

const drawn = STRATA.map(({ name, size }) => {
  const all = pairs.get(name);
  return { name, all: all.length, pairs: shuffle(all, name).slice(0, size) };
});
const strata = drawn.map(({ name, all, pairs: { length } }) => ({
  name,
  pairs: all,
  drawn: length,
}));
const listed = drawn.flatMap(({ name, pairs: own }) =>
  own.map((pair) => ({ stratum: name, tools: pair.split('\n'), same: null })),
);
writeFileSync(sampleFile, `${JSON.stringify({ strata, pairs: listed }, null, 2)}\n`);
const mixed = shuffle(
  listed.map(({ tools: pair }) => pair.join('\n')),
  'sheet',
);
writeFileSync(sheetFile, mixed.map(describe).join('\n'));
console.log(strata);

function shuffle(list, name) {
  const rankOf = (text) => createHash('sha256').update(`${SEED} ${name} ${text}`).digest('hex');
  return list
    .map((text) => [rankOf(text), text])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text);
}

function describe(pair, at) {
  const lines = pair.split('\n').map((label) => {
    const { server, name, description, parameters } = byLabel.get(label);
    const text = (description ?? '').replaceAll(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS);
    const taken = parameters.map((one) => `${one.name}${one.required ? '' : '?'}`).join(', ');
    return `  [${server}] ${name}(${taken}): ${text}`;
  });
  return `${at + 1}\n${lines.join('\n')}`;
}
