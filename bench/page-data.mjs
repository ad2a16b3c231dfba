// Projects that the web app is measured with: runs of very many cases, very many kept runs, a very long trace.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLabelled } from './labels.mjs';
import { CLI, DATA } from './places.mjs';
import { timeCommand } from './process.mjs';

const CALLS = 10_000;

/** A project with one kept run of so many cases. */
export function writeRun(cases) {
  const folder = writeLabelled(cases);
  if (existsSync(join(folder, '.whichtool'))) return folder;
  writeFileSync(join(folder, 'package.json'), '{}');
  timeCommand(['node', CLI, 'run', 'suite.yaml'], { cwd: folder });
  return folder;
}

/** Deletes what the server made of a kept run. */
export function dropIndex(folder) {
  rmSync(join(folder, '.whichtool/runs/1/report.index'), { force: true });
}

/** A project with so many kept runs of a few cases each. */
export function writeHistory(runs) {
  const folder = join(DATA, `history-${runs}`);
  if (existsSync(folder)) return folder;
  cpSync(writeRun(200), folder, { recursive: true });
  const kept = join(folder, '.whichtool/runs');
  const record = JSON.parse(readFileSync(join(kept, '1/run.json'), 'utf8'));
  for (let run = 2; run <= runs; run++) {
    cpSync(join(kept, '1'), join(kept, String(run)), { recursive: true });
    const startedAt = new Date(Date.parse(record.startedAt) + run * 3_600_000).toISOString();
    writeFileSync(join(kept, `${run}/run.json`), JSON.stringify({ ...record, startedAt }));
  }
  return folder;
}

/** A project whose only run made ten thousand calls. */
export function writeLongTrace() {
  const folder = join(DATA, 'long-trace');
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  const call = (_, i) => ({
    name: `tool_${i % 24}`,
    arguments: { order_id: String(i), note: 'where is it now? '.repeat(i % 9) },
    result: `found ${i} of them`,
    turn: i + 1,
  });
  const trace = { id: 'long', input: 'Look at all orders.', output: 'Done.' };
  const tool_calls = Array.from({ length: CALLS }, call);
  writeFileSync(join(folder, 'long.jsonl'), `${JSON.stringify({ ...trace, tool_calls })}\n`);
  const test = '  - name: long\n    traces: long.jsonl\n    function_call_coverage: ';
  writeFileSync(
    join(folder, 'whichtool.yaml'),
    `tests:\n${test}{ function_calls: [tool_1, absent] }\n`,
  );
  writeFileSync(join(folder, 'package.json'), '{}');
  timeCommand(['node', CLI, 'run'], { cwd: folder, exitCode: 1 });
  return folder;
}
