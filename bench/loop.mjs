// Scores the same traces again and again and prints how many a second of CPU: node loop.mjs <module> <contender> <calls per trace> <one scenario?> <seconds>
import { makeTraces } from './traces.mjs';

/** Long enough that a batch pays for the garbage it makes. */
const BATCH_MS = 40;

const [file, name, size, oneScenario, seconds] = process.argv.slice(2);
const { contenders } = await import(file);
const cases = makeTraces(Number(size), oneScenario === 'true' ? { scenario: 0 } : {});
const judge = contenders[name](cases);
const isAsync = judge(0) instanceof Promise;

/** How many of the traces pass. Two loops: what is synchronous must not pay for an await. */
async function pass() {
  let passes = 0;
  if (isAsync) {
    for (let i = 0; i < cases.length; i += 1) if (await judge(i)) passes += 1;
  } else {
    for (let i = 0; i < cases.length; i += 1) if (judge(i)) passes += 1;
  }
  return passes;
}

/** CPU, not the clock: what else the machine does counts less. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** How many traces a second of CPU, over so many passes. */
async function measure(count) {
  const start = cpuMs();
  for (let i = 0; i < count; i += 1) await pass();
  const used = cpuMs() - start;
  return { used, perSecond: ((count * cases.length) / used) * 1000 };
}

const passes = await pass();
let count = 1;
while ((await measure(count)).used < BATCH_MS) count *= 2;
const end = performance.now() + Number(seconds) * 1000;
let perSecond = 0;
do perSecond = Math.max(perSecond, (await measure(count)).perSecond);
while (performance.now() < end);
process.stdout.write(`${JSON.stringify({ passes, perSecond })}\n`, () => process.exit(0));
