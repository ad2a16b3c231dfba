// How often `whichtool drift` sees drift where there is none, and where there is: node bench/drift-alarms.mjs
// Simulated runs with up to three calls of twenty tools, by a fixed generator of random numbers.
import { createJiti } from 'jiti';
import { ROOT } from './places.mjs';

const jiti = createJiti(import.meta.url, { interopDefault: false });
const { comparePiles, emptyTrace, PileSums } = await jiti.import(`${ROOT}src/core/index.ts`);

const TOOLS = Array.from({ length: 20 }, (_, i) => `tool_${i}`);
const WEIGHTS = TOOLS.map((_, i) => 1 / (i + 1));
const ANY_CHANGE = { num: 0n, den: 1n };

let state = 12_345;
function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

function drawTool(weights) {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const at = weights.findIndex((weight) => (left -= weight) <= 0);
  return TOOLS[Math.max(0, at)];
}

/** `focused` is the share of runs that call one tool only. */
function drawPile(runs, weights, focused) {
  const pile = new PileSums({});
  for (let run = 0; run < runs; run++) {
    const size = Math.floor(random() * 4);
    const only = random() < focused ? TOOLS[Math.floor(random() * TOOLS.length)] : null;
    const calls = Array.from({ length: size }, () => ({
      name: only ?? drawTool(weights),
      server: null,
      arguments: { state: 'absent' },
      id: null,
      requester: null,
      status: null,
    }));
    pile.add({ ...emptyTrace(), calls }, calls, () => null);
  }
  return pile;
}

const contains = ([low, high]) => low <= 0 && high >= 0;
const percent = (count, of) => `${((100 * count) / of).toFixed(1)} %`;

for (const [runs, focused, rounds] of [
  [50, 0, 600],
  [200, 0, 600],
  [200, 0.5, 600],
  [1000, 0.5, 200],
]) {
  const sums = { alarms: 0, shares: 0, ofShares: 0, calls: 0, ofCalls: 0 };
  for (let round = 0; round < rounds; round++) {
    const [before, after] = [0, 1].map(() => drawPile(runs, WEIGHTS, focused));
    const { tools } = comparePiles(before, after, ANY_CHANGE);
    if (tools.some(({ hasChanged }) => hasChanged)) sums.alarms += 1;
    for (const { interval, calls } of tools) {
      sums.ofShares += 1;
      if (contains(interval)) sums.shares += 1;
      if (calls.interval === null) continue;
      sums.ofCalls += 1;
      if (contains(calls.interval)) sums.calls += 1;
    }
  }
  console.log(
    `${runs} runs, ${percent(focused, 1)} with one tool: false alarms ${percent(sums.alarms, rounds)}, ` +
      `intervals of runs ${percent(sums.shares, sums.ofShares)}, of calls ${percent(sums.calls, sums.ofCalls)}`,
  );
}

const MORE = WEIGHTS.map((weight, i) => (i === 0 ? weight * 1.6 : weight));
for (const runs of [200, 500]) {
  let found = 0;
  const rounds = 200;
  for (let round = 0; round < rounds; round++) {
    const [before, after] = [drawPile(runs, WEIGHTS, 0), drawPile(runs, MORE, 0)];
    const { tools } = comparePiles(before, after, ANY_CHANGE);
    if (tools.some(({ tool, hasChanged }) => tool === TOOLS[0] && hasChanged)) found += 1;
  }
  console.log(`ten points more in ${runs} runs: found by ${percent(found, rounds)}`);
}
