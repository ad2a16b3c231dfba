// Line formats of others, scored without an expectation, against a plain JSON.parse of the same lines.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import { CLI, DATA, ROOT } from './places.mjs';
import { peakMegabytes, timeCommand, timeInTurn } from './process.mjs';
import { atMost, atMostTimes } from './row.mjs';

const BARE = fileURLToPath(new URL('bare-parse.mjs', import.meta.url));
/** How many times the CPU of a bare parse may be used. */
const FORMATS = {
  otlp: 2.5,
  'openai-chat': 2.5,
  anthropic: 2.5,
  langchain: 2.5,
  langsmith: 4,
  langfuse: 4,
  openinference: 4,
  'claude-code': 4,
};

/** Formats whose files are lines. */
export async function measureFormats({ quick }) {
  const rows = [];
  for (const [format, target] of Object.entries(FORMATS)) {
    const { file, megabytes } = await writeRuns(format, quick ? 500 : 10_000);
    const best = timeInTurn(quick ? 2 : 4, {
      bare: () => timeCommand(['node', BARE, file]),
      ours: () => timeCommand(['node', CLI, 'score', file, '--json']),
    });
    const what = `${format}, ${megabytes.toFixed(0)} MB`;
    rows.push(
      atMostTimes(`${what} / bare parse, CPU`, best.ours.cpuMs, best.bare.cpuMs, 'ms', target),
      atMost(`${what}, peak memory`, peakMegabytes(1, [CLI, 'score', file, '--json']), 'MB', 300),
    );
  }
  return rows;
}

/** Many runs of five calls, written as the contract test of the readers writes them. */
async function writeRuns(format, count) {
  const folder = join(DATA, 'formats');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${format}-${count}.jsonl`);
  if (!existsSync(file)) {
    const jiti = createJiti(import.meta.url, { interopDefault: false });
    const { readerCase } = await jiti.import(
      join(ROOT, `src/readers/formats/${format}/fixtures/index.ts`),
    );
    const runs = Array.from({ length: count }, (_, run) => ({
      id: `00000000-0000-4000-8000-${String(run).padStart(12, '0')}`,
      input: `question ${run}: what is the weather in the ${run % 90} towns along the coast?`,
      calls: Array.from({ length: 5 }, (__, call) => ({
        id: `call_${run}_${call}`,
        name: ['get_weather', 'web_search', 'read_page'][(run + call) % 3],
        arguments: { town: `town ${run % 90}`, days: call, options: { unit: 'C', deep: true } },
      })),
      output: `answer ${run}: it is fine everywhere, with some wind from the west`,
    }));
    writeFileSync(file, readerCase.write(runs)[0].content);
  }
  return { file, megabytes: statSync(file).size / 1e6 };
}
