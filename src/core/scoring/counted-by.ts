/** What the scores of a scorer follow from, so that runs can be counted without building their calls. */
export interface CountedBy<Options = unknown> {
  /** `classes`: the slots that each tool belongs to. `faults`: which calls failed or repeat an earlier one. */
  readonly facts: 'classes' | 'faults';
  /** Whether that is so with these options. */
  canCount(options: Options): boolean;
}
