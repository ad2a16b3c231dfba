/**
 * A sum over runs. Its state is plain data that can be sent to another thread or kept in a file. Merging states gives
 * the same state for any split of the runs and any order of the parts.
 */
export interface Sums<State> {
  /** What another sum of the same kind needs to go on with this one. */
  state(): State;
  /** Adds the runs of another sum. */
  merge(state: State): void;
}
