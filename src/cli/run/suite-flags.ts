import { parseThresholds } from '../flags/threshold-flag.ts';
import type { RunFlags } from './run-once.ts';

/** The flags that replace values of the suites; all shards of a run need the same. */
export function listSuiteFlags(flags: RunFlags): readonly string[] {
  const thresholds = parseThresholds(flags).map(
    ({ metric, op, text }) => `--threshold ${metric}${op ?? '='}${text}`,
  );
  const { runs, requester, seed, allowTornTail } = flags;
  const others = [
    ...(runs === undefined ? [] : [`--runs ${runs}`]),
    ...(requester === undefined ? [] : [`--requester ${requester}`]),
    ...(seed === undefined ? [] : [`--seed ${seed}`]),
    ...(allowTornTail === undefined ? [] : ['--allow-torn-tail']),
  ];
  return [...thresholds.sort(), ...others];
}
