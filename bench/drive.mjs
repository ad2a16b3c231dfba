// Driving: many runs against a model on this machine and three real MCP servers; then their replay against plain JSONL.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CLI, DATA, ROOT } from './places.mjs';
import { timeCommand, timeInTurn } from './process.mjs';
import { atMost, atMostTimes } from './row.mjs';
import { startLoopbackModel } from '../test/loopback-model/server.mjs';

const PRELOAD = fileURLToPath(new URL('report-usage.mjs', import.meta.url));
const SERVERS = ['filesystem', 'everything', 'memory'];

export async function measureDrive({ quick }) {
  const folder = join(DATA, 'drive');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const model = await startLoopbackModel({
    keeps: false,
    decisions: [
      { when: { answer: 1 }, calls: [{ name: 'echo', arguments: { message: 'hello' } }] },
      { text: 'done' },
    ],
  });
  try {
    const [few, many] = quick ? [20, 100] : [100, 1000];
    const short = await drive(folder, model, few);
    const long = await drive(folder, model, many);
    // What starting costs is in both.
    const perRun = (long.cpuMs - short.cpuMs) / (many - few);
    return [
      atMost('CPU of whichtool for a driven run, three servers, 16 at once', perRun, 'ms', 15),
      atMost(`peak memory, ${few} runs`, short.peakMb, 'MB', null),
      atMost(`peak memory, ${many} runs`, long.peakMb, 'MB', null),
      replayRow(folder, many, quick ? 2 : 5),
    ];
  } finally {
    await model.close();
  }
}

/** Drives a suite as its users do; answers what the process itself used. */
async function drive(folder, model, runs) {
  const usage = join(folder, 'usage.json');
  writeFileSync(join(folder, 'whichtool.yaml'), suite(model, runs));
  const args = ['--import', PRELOAD, CLI, 'run', '--no-history', '--concurrency', '16'];
  // The model answers from this process, so it must not wait.
  await promisify(execFile)(
    process.execPath,
    [...args, '--record', `cassettes-${runs}`, '--reporter', `json=live-${runs}.json`],
    { cwd: folder, env: { ...process.env, BENCH_USAGE_FILE: usage } },
  );
  return JSON.parse(readFileSync(usage, 'utf8'));
}

/** A replay of cassettes against scoring the same traces from one file; both give the same report. */
function replayRow(folder, runs, rounds) {
  const cassettes = join(folder, `cassettes-${runs}`);
  const traces = readdirSync(cassettes, { recursive: true })
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const { cassette: _, ...trace } = JSON.parse(readFileSync(join(cassettes, name), 'utf8'));
      return `${JSON.stringify(trace)}\n`;
    });
  const lines = join(folder, 'traces.jsonl');
  writeFileSync(lines, traces.join(''));
  const run =
    (name, ...more) =>
    () =>
      timeCommand(
        ['node', CLI, 'run', '--no-history', '--reporter', `json=${name}.json`, ...more],
        { cwd: folder },
      );
  const best = timeInTurn(rounds, {
    replay: run('replay', '--replay', `cassettes-${runs}`),
    lines: run('lines', '--traces', lines),
  });
  execFileSync('cmp', [`live-${runs}.json`, 'replay.json'], { cwd: folder });
  return atMostTimes(
    `replay of ${runs} cassettes / the same traces as JSONL, CPU`,
    best.replay.cpuMs,
    best.lines.cpuMs,
    'ms',
    5,
  );
}

function suite(model, runs) {
  const require = createRequire(join(ROOT, 'package.json'));
  const servers = SERVERS.map((name) => {
    const file = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
    const args = [join(dirname(file), 'dist/index.js'), ...(name === 'filesystem' ? ['.'] : [])];
    return `  ${name}: { command: node, args: ${JSON.stringify(args)} }`;
  });
  return `servers:
${servers.join('\n')}
agents:
  helper:
    model: openai-compatible:loop
    base_url: ${model.baseUrls['openai-compatible']}
    servers: [${SERVERS.join(', ')}]
tests:
  - name: says hello
    agent: helper
    prompt: say hello
    runs: ${runs}
    function_call_coverage: { function_calls: [everything.echo] }
`;
}
