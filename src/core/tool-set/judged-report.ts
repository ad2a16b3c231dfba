import type { JudgeError } from '../judge/judge-answer.ts';
import type { ToolRef } from '../trace/trace.ts';
import type { LikelyPair } from './tool-set-report.ts';

/** A doubtful pair, and what a model says about it. */
export interface JudgedPair extends LikelyPair {
  /** Null where the model gave no usable answer. */
  readonly same: boolean | null;
  readonly reason: string | null;
  readonly error: JudgeError | null;
}

/** Tools that do the same job where the model is right: what was found, and what it adds. */
export interface JudgedSet {
  readonly name: string;
  readonly members: readonly ToolRef[];
  /** The names of the sets that it joins or extends. */
  readonly sets: readonly string[];
  /** The pairs along which it was joined, as places in the list of judged pairs. */
  readonly pairs: readonly number[];
}

/** What a model says about the doubtful pairs. It changes nothing else in the report. */
export interface JudgedTools {
  /** `provider:model`, as the command names it. */
  readonly model: string;
  /** The ids of the models that answered. */
  readonly answeredBy: readonly string[];
  /** A hash of all that the model is asked by. */
  readonly prompt: string;
  /** How alike the pairs are at least, 0 to 100. */
  readonly minimum: number;
  /** How many doubtful pairs there are; those beyond the limit are not asked about. */
  readonly doubtful: number;
  readonly pairs: readonly JudgedPair[];
  readonly sets: readonly JudgedSet[];
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** Null where the prices are not known. */
    readonly cost: number | null;
  };
}
