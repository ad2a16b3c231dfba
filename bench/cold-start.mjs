// How long it takes until anything happens: the smallest commands against an empty Node.
import { join } from 'node:path';
import { CLI, DATA } from './places.mjs';
import { timeCommand, timeInTurn } from './process.mjs';
import { atMostTimes } from './row.mjs';
import { writeSuite } from './write-data.mjs';

export function measureColdStart({ quick }) {
  const suite = join(writeSuite(DATA, 10), 'suite.yaml');
  const best = timeInTurn(quick ? 5 : 20, {
    empty: () => timeCommand(['node', '-e', '0']),
    version: () => timeCommand(['node', CLI, '--version']),
    validate: () => timeCommand(['node', CLI, 'validate', suite]),
    run: () => timeCommand(['node', CLI, 'run', suite]),
  });
  const row = (what, name, key, target) =>
    atMostTimes(what, best[name][key], best.empty[key], 'ms', target);
  return [
    row('--version / node -e 0, CPU', 'version', 'cpuMs', 1.3),
    row('--version / node -e 0, wall', 'version', 'wallMs', 1.3),
    row('validate, 10 tests / node -e 0, CPU', 'validate', 'cpuMs', 2.5),
    row('validate, 10 tests / node -e 0, wall', 'validate', 'wallMs', 2.5),
    row('run, 10 tests / node -e 0, CPU', 'run', 'cpuMs', 2.5),
    row('run, 10 tests / node -e 0, wall', 'run', 'wallMs', 2.5),
  ];
}
