import type { Fits } from './trajectory-pairs.ts';
import type { TrajectoryOptions } from './options.ts';

export type ArgumentsMode = NonNullable<TrajectoryOptions['arguments']>;

/** How each mode compares arguments. */
export const FITS: Record<ArgumentsMode, Fits> = {
  exact: (expectation, call) => expectation.fits(call),
  ignore: () => true,
  subset: (expectation, call) => expectation.contains(call),
  superset: (expectation, call) => expectation.isContained(call),
};
