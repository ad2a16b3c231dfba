// Runs commands and says what they cost: CPU (user and system, children included), wall time and peak memory.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATA } from './places.mjs';

// Node does not report what a child used; bash's own `time` does, and is there wherever bash is.
const TIMED = 'TIMEFORMAT="%R %U %S"; time "$@" >"$BENCH_LOG" 2>&1';

/** Runs a command to its end; throws with its output when it does not exit as it should. */
export function timeCommand([command, ...args], { cwd, env = {}, exitCode = 0 } = {}) {
  const log = join(DATA, 'last-command.log');
  const { status, stderr } = spawnSync('bash', ['-c', TIMED, 'bench', command, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env, BENCH_LOG: log },
  });
  if (status !== exitCode)
    throw new Error(
      `${command} ${args.join(' ')} exited with ${status}\n${readFileSync(log, 'utf8').slice(-4000)}`,
    );
  const [real, user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { wallMs: real * 1000, cpuMs: (user + system) * 1000 };
}

/**
 * Runs named commands in turn, several rounds, and keeps the smallest CPU and wall time of each:
 * what else the machine does can only add.
 */
export function timeInTurn(rounds, commands) {
  const best = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(commands)) {
      const { cpuMs, wallMs } = run();
      const before = best[name] ?? { cpuMs: Infinity, wallMs: Infinity };
      best[name] = {
        cpuMs: Math.min(before.cpuMs, cpuMs),
        wallMs: Math.min(before.wallMs, wallMs),
      };
    }
  }
  return best;
}

/** The most memory a Node script ever held, in MB: the greatest of several runs. */
export function peakMegabytes(rounds, args) {
  const file = join(DATA, 'peak.txt');
  const preload = fileURLToPath(new URL('report-peak.mjs', import.meta.url));
  let peak = 0;
  for (let round = 0; round < rounds; round += 1) {
    writeFileSync(file, '');
    timeCommand(['node', '--import', preload, ...args], { env: { BENCH_PEAK_FILE: file } });
    peak = Math.max(peak, Number(readFileSync(file, 'utf8')) / 1024);
  }
  return peak;
}
