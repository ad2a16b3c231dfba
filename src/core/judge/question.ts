import { canonicalJson } from '../json/equal-json.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** What a judge is asked about one run. Plain data without secrets. */
export type Question = ArgumentsQuestion | AnswerQuestion | GoalQuestion;

/** Do these arguments mean the expected ones, given the input? */
export interface ArgumentsQuestion {
  readonly kind: 'arguments';
  /** What the user asked for; null where the record does not have it. */
  readonly input: Json;
  readonly tool: {
    readonly name: string;
    readonly description: string | null;
    readonly input_schema: Json;
  };
  readonly expected: JsonObject;
  readonly actual: JsonObject;
}

/** How good is the final answer? */
export interface AnswerQuestion {
  readonly kind: 'answer';
  readonly run: JudgedRun;
  /** Free text that the answer as a whole is graded by; null where there are statements alone. */
  readonly rubric: string | null;
  /** Each is true of the answer or not. Weights, and which of them must hold, are for the scorer. */
  readonly statements: readonly { readonly id: string; readonly text: string }[];
}

/** Did the agent reach what the user wanted? */
export interface GoalQuestion {
  readonly kind: 'goal';
  readonly run: JudgedRun;
  /** What should have come out; null: the judge derives it from what the user said. */
  readonly reference: string | null;
}

/** A run as a judge sees it: what was said and done, in order, with the final answer last. */
export interface JudgedRun {
  readonly input: Json;
  /** Calls with their results, and what was said between them. */
  readonly steps: readonly JsonObject[];
  readonly output: Json;
  /** How many characters were left out, each time with a marker in their place. */
  readonly cut: number;
}

/** Do two tools of different servers do the same job? It is about tools, not about a run. */
export interface ToolsQuestion {
  readonly kind: 'tools';
  /** In the order of their names. */
  readonly tools: readonly [DescribedPart, DescribedPart];
}

/** A tool as it describes itself. */
interface DescribedPart {
  readonly server: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly parameters: readonly JsonObject[];
}

/** All that judges are asked. */
export type AnyQuestion = Question | ToolsQuestion;

/** The identity of a question: equal questions have equal keys. */
export function questionKey(question: AnyQuestion): string {
  return canonicalJson(question as unknown as Json);
}
