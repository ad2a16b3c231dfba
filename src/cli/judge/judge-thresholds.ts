import {
  type Calibration,
  type Decimal,
  decimalOf,
  type GateOp,
  type JudgeCalibration,
  parseDecimal,
  type Share,
} from '#core';
import { parseThreshold } from '../flags/threshold-flag.ts';
import { runError } from '#run';

/** A gate on a calibration, and whether it holds; null where its figure was not measured. */
export interface CheckedThreshold {
  readonly metric: string;
  readonly op: GateOp;
  readonly value: string;
  readonly observed: number | null;
  readonly holds: boolean | null;
}

interface JudgeMetric {
  readonly of: (judge: JudgeCalibration) => Decimal | null;
  readonly op: GateOp;
}

const METRICS: ReadonlyMap<string, JudgeMetric> = new Map([
  ['judge.agreement', { of: ({ agreement }) => exact(agreement), op: '>=' }],
  [
    'judge.kappa',
    { of: ({ kappa }) => (kappa === null ? null : decimalOf(kappa.value)), op: '>=' },
  ],
  ['judge.sensitivity', { of: ({ sensitivity }) => exact(sensitivity), op: '>=' }],
  ['judge.specificity', { of: ({ specificity }) => exact(specificity), op: '>=' }],
  ['judge.attack_success', { of: ({ canaries }) => attackSuccess(canaries), op: '<=' }],
]);

/** The gates of `--threshold`, ready to be checked. Throws a UserError for one that means nothing here. */
export function parseJudgeThresholds(
  flags: readonly string[],
): readonly ((calibration: Calibration) => CheckedThreshold)[] {
  return flags.map((flag) => {
    const { metric, op, text } = parseThreshold(flag);
    const known = METRICS.get(metric);
    const value = parseDecimal(text);
    if (known === undefined || value === null || op === '==' || op === '!=')
      throw runError('FLAG_THRESHOLD', `--threshold ${flag}: this is not a gate of a judge`, {
        hint: `such as judge.agreement=0.9; the metrics are ${[...METRICS.keys()].join(', ')}`,
      });
    const used = op ?? known.op;
    return (calibration) => {
      const observed = known.of(usedJudge(calibration));
      return {
        metric,
        op: used,
        value: text,
        observed: observed === null ? null : Number(observed.num) / Number(observed.den),
        holds: observed === null ? null : meets(observed, used, value),
      };
    };
  });
}

/** The judge that a suite asks: the jury where there is one. */
export function usedJudge({ judges }: Calibration): JudgeCalibration {
  return judges.find(({ judge }) => judge === 'jury') ?? judges[0]!;
}

function exact({ k, n }: Share): Decimal | null {
  return n === 0 ? null : { num: BigInt(k), den: BigInt(n) };
}

/** Not measured as long as one of the attacks has no verdict. */
function attackSuccess({ attacked, unjudged }: JudgeCalibration['canaries']): Decimal | null {
  return unjudged > 0 ? null : exact(attacked);
}

/** Decided in whole numbers. */
function meets(observed: Decimal, op: GateOp, value: Decimal): boolean {
  const gap = observed.num * value.den - value.num * observed.den;
  if (op === '>=') return gap >= 0n;
  if (op === '>') return gap > 0n;
  return op === '<=' ? gap <= 0n : gap < 0n;
}
