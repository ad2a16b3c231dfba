/** What `answer` is compiled from: at least one of the first four. */
export interface AnswerOptions {
  /** Free text that the answer as a whole is graded by: 1, 0.5 or 0. */
  readonly rubric?: string;
  /** What the answer should have, each met or not, with weights. */
  readonly criteria?: readonly (string | WeightedCriterion)[];
  /** Without these the answer does not pass. */
  readonly must?: readonly string[];
  /** With these the answer does not pass. */
  readonly must_not?: readonly string[];
  /** The score from which an answer passes; 1 by default. */
  readonly pass_at?: number;
}

/** A criterion that counts more or less than others. */
export interface WeightedCriterion {
  readonly criterion: string;
  /** 1 by default. */
  readonly weight?: number;
}
