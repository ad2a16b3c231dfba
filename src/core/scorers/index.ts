import { exposure } from '../labels/exposure.ts';
import { failureModes } from '../labels/failure-modes-scorer.ts';
import { toolArgsMatch, toolArgsShapeMatch } from '../labels/tool-args.ts';
import { toolArgsSemantic } from '../labels/tool-args-semantic.ts';
import { toolArgsValid } from '../labels/tool-args-valid.ts';
import { toolNameMatch } from '../labels/tool-name-match.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { answer } from './answer.ts';
import { callChecks } from './call-checks.ts';
import { equalFunctionSets } from './equal-function-sets.ts';
import { forbidden } from './forbidden.ts';
import { functionCallCoverage } from './function-call-coverage.ts';
import { goal } from './goal.ts';
import { noTools } from './no-tools.ts';
import { textCalls } from './text-calls.ts';
import { toolCallAccuracy } from './tool-call-accuracy.ts';
import { toolCallF1 } from './tool-call-f1.ts';
import { trajectory } from './trajectory.ts';
import { usage } from './usage.ts';

/** Every scorer, in the order in which reports list them. */
export const SCORERS: readonly Scorer[] = [
  equalFunctionSets,
  functionCallCoverage,
  toolCallF1,
  toolCallAccuracy,
  trajectory,
  toolNameMatch,
  toolArgsMatch,
  toolArgsShapeMatch,
  toolArgsValid,
  toolArgsSemantic,
  failureModes,
  exposure,
  answer,
  goal,
  forbidden,
  noTools,
  callChecks,
  usage,
  textCalls,
];

/** The scorer of this name. */
export function findScorer(name: string): Scorer | undefined {
  return SCORERS.find((scorer) => scorer.name === name);
}
