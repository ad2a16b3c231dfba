// The plain path: blocks of a file, JSON.parse per line, equal-function sets by look-up; node bulk-plain.mjs <file> <threads> [parse]
import { openSync, readSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { scenarios } from './bulk-data.mjs';

const LF = 0x0a;

/** Counts over the lines that begin in a range. */
function countRange({ file, from, to, parseOnly }) {
  const tests = new Map(
    scenarios().map(({ name, classes }) => [
      name,
      new Map(classes.flatMap((tools, slot) => tools.map((tool) => [tool, slot]))),
    ]),
  );
  const sums = { tp: 0, fp: 0, fn: 0, runs: 0 };
  const addLine = (text) => {
    const { test, tool_calls: calls } = JSON.parse(text);
    sums.runs += 1;
    if (parseOnly) return;
    const slots = tests.get(test);
    const hit = [false, false, false];
    for (const { server, name } of calls) {
      const slot = slots.get(`${server}.${name}`);
      if (slot === undefined) sums.fp += 1;
      else hit[slot] = true;
    }
    const hits = hit.filter(Boolean).length;
    sums.tp += hits;
    sums.fn += 3 - hits;
  };
  const fd = openSync(file, 'r');
  const block = Buffer.allocUnsafeSlow(256 * 1024);
  let rest = Buffer.alloc(0);
  // One byte earlier: a line that begins right at the border is ours.
  let at = from === 0 ? 0 : from - 1;
  let isOurs = from === 0;
  for (;;) {
    const count = readSync(fd, block, 0, block.length, at);
    if (count === 0) return sums;
    const bytes =
      rest.length === 0
        ? block.subarray(0, count)
        : Buffer.concat([rest, block.subarray(0, count)]);
    let start = 0;
    let end = bytes.indexOf(LF);
    for (; end >= 0; end = bytes.indexOf(LF, start)) {
      if (at - rest.length + start >= to) return sums;
      if (isOurs) addLine(bytes.toString('utf8', start, end));
      isOurs = true;
      start = end + 1;
    }
    at += count;
    rest = Buffer.from(bytes.subarray(start));
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
if (!isMainThread) parentPort.postMessage(countRange(workerData));
else {
  const [file, threads, mode] = process.argv.slice(2);
  const { size } = statSync(file);
  const part = Math.ceil(size / Number(threads));
  const jobs = Array.from({ length: Number(threads) }, (_, i) => ({
    file,
    from: i * part,
    to: Math.min(size, (i + 1) * part),
    parseOnly: mode === 'parse',
  }));
  const work = (job) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(fileURLToPath(import.meta.url), { workerData: job });
      worker.on('message', resolve).on('error', reject);
    });
  const parts = await Promise.all(jobs.map(work));
  const sum = (key) => parts.reduce((total, one) => total + one[key], 0);
  process.stdout.write(`${sum('tp')} ${sum('fp')} ${sum('fn')} ${sum('runs')}\n`);
}
