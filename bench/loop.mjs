// Scores the same traces again and again and prints how many a second: node loop.mjs <module> <contender> <calls per trace> <one scenario?> <seconds>
import { makeTraces } from './traces.mjs';

const [file, name, size, oneScenario, seconds] = process.argv.slice(2);
const { contenders } = await import(file);
const cases = makeTraces(Number(size), oneScenario === 'true' ? { scenario: 0 } : {});
const judge = contenders[name](cases);
const isAsync = judge(0) instanceof Promise;

async function pass() {
  let passes = 0;
  for (let i = 0; i < cases.length; i += 1) if (isAsync ? await judge(i) : judge(i)) passes += 1;
  return passes;
}

const start = performance.now();
const passes = await pass();
let best = Infinity;
do {
  const before = performance.now();
  await pass();
  best = Math.min(best, performance.now() - before);
} while (performance.now() - start < Number(seconds) * 1000);
process.stdout.write(`${JSON.stringify({ passes, perSecond: (cases.length / best) * 1000 })}\n`, () => process.exit(0));
