/**
 * Matchers for vitest: `import 'whichtool/vitest'` in a test or a set-up file.
 */
import { expect } from 'vitest';
import type { AnyTrace, ExpectedCallSpec, ToolPattern } from '#core';
import {
  type CallOptions,
  type Classes,
  type CoverageOptions,
  type SelectionLimits,
  toCoverCalls,
  toMatchToolCalls,
  toSelectTools,
} from './matchers.ts';

export { toCoverCalls, toMatchToolCalls, toSelectTools } from './matchers.ts';
export type { CallOptions, Classes, CoverageOptions, SelectionLimits } from './matchers.ts';

expect.extend({ toCoverCalls, toMatchToolCalls, toSelectTools });

/** What the matchers add to `expect(trace)`. */
export interface ToolMatchers<R = unknown> {
  /** Calls a tool of every class and, as far as the limits ask, nothing else. */
  toSelectTools(classes: Classes, limits?: SelectionLimits): R;
  /** Makes every required call, in any order or in order. */
  toCoverCalls(required: readonly ToolPattern[], options?: CoverageOptions): R;
  /** Makes exactly the expected calls: names and arguments, in any order. */
  toMatchToolCalls(expected: readonly ExpectedCallSpec[], options?: CallOptions): R;
}

export type { AnyTrace };

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-explicit-any -- it must repeat vitest's own declaration to merge with it
  interface Matchers<T = any> extends ToolMatchers<T> {}
}
