import type { Infer } from '../schema/schema.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { answer } from './answer/answer.ts';
import { callChecks } from './call-checks/call-checks.ts';
import { equalFunctionSets } from './equal-function-sets/equal-function-sets.ts';
import { exposure } from './exposure/exposure.ts';
import { failureModes } from './failure-modes/failure-modes.ts';
import { forbidden } from './forbidden/forbidden.ts';
import { functionCallCoverage } from './function-call-coverage/function-call-coverage.ts';
import { goal } from './goal/goal.ts';
import { noTools } from './no-tools/no-tools.ts';
import { recovery } from './recovery/recovery.ts';
import { textCalls } from './text-calls/text-calls.ts';
import { toolArgsMatch } from './tool-args-match/tool-args-match.ts';
import { toolArgsSemantic } from './tool-args-semantic/tool-args-semantic.ts';
import { toolArgsShapeMatch } from './tool-args-shape-match/tool-args-shape-match.ts';
import { toolArgsValid } from './tool-args-valid/tool-args-valid.ts';
import { toolCallAccuracy } from './tool-call-accuracy/tool-call-accuracy.ts';
import { toolCallF1 } from './tool-call-f1/tool-call-f1.ts';
import { toolNameMatch } from './tool-name-match/tool-name-match.ts';
import { trajectory } from './trajectory/trajectory.ts';
import { usage } from './usage/usage.ts';

/** Every scorer, in the order in which reports list them. */
const REGISTRY = [
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
  recovery,
  usage,
  textCalls,
] as const;

/** Every scorer as its own type. */
export type RegisteredScorer = (typeof REGISTRY)[number];

/** Every scorer, in the order in which reports list them. */
export const SCORERS: readonly Scorer[] = REGISTRY;

/** The options of every scorer, by its name. */
export type ScorerOptions = {
  readonly [S in RegisteredScorer as S['name']]: Infer<S['options']>;
};

export type ScorerName = keyof ScorerOptions;

/** The ids of the metrics of every scorer, by its name. */
export type ScorerMetrics = {
  readonly [S in RegisteredScorer as S['name']]: S['metrics'][number]['id'];
};

/** The scorer of this name. */
export function findScorer(name: string): Scorer | undefined {
  return SCORERS.find((scorer) => scorer.name === name);
}
