// The steps with labels: grading very many labelled cases with the confusion matrix, and drawing a sample from very many traces.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBulk } from './bulk-data.mjs';
import { CLI, DATA } from './places.mjs';
import { peakMegabytes, timeCommand, timeInTurn } from './process.mjs';
import { atMost, atMostTimes } from './row.mjs';

const TOOLS = Array.from({ length: 24 }, (_, i) => `tool_${i}`);

/** Every eighth case takes another tool, every fourteenth the right one with other arguments. */
function labelledCase(index) {
  const expected = TOOLS[(index * 7) % TOOLS.length];
  const name = index % 8 === 0 ? TOOLS[(index * 5) % TOOLS.length] : expected;
  const args = { order_id: String(index), limit: index % 50 };
  return {
    id: `case-${index}`,
    input: `Where is order ${index}, and who has it?`,
    expected_tool: expected,
    expected_args: args,
    tool_calls: [{ name, arguments: index % 14 === 0 ? { ...args, limit: 99 } : args }],
  };
}

/** A suite and so many labelled cases. */
export function writeLabelled(count) {
  const folder = join(DATA, `labelled-${count}`);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  const rows = Array.from({ length: count }, (_, index) => JSON.stringify(labelledCase(index)));
  writeFileSync(join(folder, 'rows.jsonl'), `${rows.join('\n')}\n`);
  const scorers = ['tool_name_match', 'tool_args_match', 'tool_args_shape_match', 'failure_modes'];
  const list = scorers.map((type) => `  - type: ${type}\n`).join('');
  const gates = '  - tool_name_match: { ">=": 0.5 }\n  - per_tool.recall: { ">=": 0 }\n';
  writeFileSync(
    join(folder, 'suite.yaml'),
    `dataset: rows.jsonl\nscorers:\n${list}expect:\n${gates}`,
  );
  return folder;
}

export function measureLabels({ quick }) {
  const rounds = quick ? 1 : 3;
  const cases = quick ? 10_000 : 100_000;
  const folder = writeLabelled(cases);
  const report = join(folder, 'report.json');
  const grade = [CLI, 'run', join(folder, 'suite.yaml'), '--reporter', `json=${report}`];
  const traces = quick ? 75_000 : 1_000_000;
  const file = join(writeBulk(DATA, traces), 'traces.jsonl');
  const out = join(DATA, 'drawn');
  const sample = [CLI, 'sample', file, '--size', '500', '--by', 'tool', '--out', out];
  const draw = (run) => {
    rmSync(out, { recursive: true, force: true });
    return run();
  };
  const plain = fileURLToPath(new URL('bulk-plain.mjs', import.meta.url));
  const inspect = [CLI, 'inspect', file, '--json'];
  const best = timeInTurn(rounds, {
    inspect: () => timeCommand(['node', ...inspect]),
    grade: () => timeCommand(['node', ...grade]),
    sample: () => draw(() => timeCommand(['node', ...sample])),
    parse: () => timeCommand(['node', plain, file, '1', 'parse']),
  });
  const graded = `${cases.toLocaleString('en')} labelled cases graded, with the matrix`;
  const drawn = `500 cases drawn from ${traces.toLocaleString('en')} traces`;
  const inspected = `${traces.toLocaleString('en')} native traces inspected`;
  const most = 5000;
  return [
    atMost(`${graded}, wall`, best.grade.wallMs, 'ms', most),
    atMost(`${graded}, peak memory`, peakMegabytes(1, grade), 'MB', 400),
    atMost(`${inspected}, CPU`, best.inspect.cpuMs, 'ms', quick ? null : 8000),
    atMost(`${inspected}, peak memory`, peakMegabytes(1, inspect), 'MB', 300),
    atMostTimes(`${drawn} / parsing alone, CPU`, best.sample.cpuMs, best.parse.cpuMs, 'ms', null),
    atMost(
      `${drawn}, peak memory`,
      draw(() => peakMegabytes(1, sample)),
      'MB',
      null,
    ),
  ];
}
