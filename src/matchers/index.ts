import type { ExpectedCallSpec, ToolPattern } from '#core';
import {
  toAvoidTools,
  toCallNoTools,
  toCallTool,
  toMatchTrajectory,
  type ToolCallOptions,
  type TrajectoryMatchOptions,
} from './call-matchers.ts';
import type { TraceOptions } from './score-one.ts';
import {
  type CallOptions,
  type Classes,
  type CoverageOptions,
  type SelectionLimits,
  toCoverCalls,
  toMatchToolCalls,
  toSelectTools,
} from './selection-matchers.ts';

export type { ToolCallOptions, TrajectoryMatchOptions } from './call-matchers.ts';
export type { MatcherResult, TraceOptions } from './score-one.ts';
export type {
  CallOptions,
  Classes,
  CoverageOptions,
  SelectionLimits,
} from './selection-matchers.ts';

/** All matchers, as `expect.extend` takes them. */
export const matchers = {
  toAvoidTools,
  toCallNoTools,
  toCallTool,
  toCoverCalls,
  toMatchToolCalls,
  toMatchTrajectory,
  toSelectTools,
};

/** What the matchers add to `expect(trace)`. The trace is in any format that a reader knows. */
export interface ToolMatchers<R = unknown> {
  /** Calls a tool of every class and, as far as the limits ask, nothing else. */
  toSelectTools(classes: Classes, limits?: SelectionLimits): R;
  /** Makes every required call, in any order or in order. */
  toCoverCalls(required: readonly ToolPattern[], options?: CoverageOptions): R;
  /** Makes exactly the expected calls: names and arguments, in any order. */
  toMatchToolCalls(expected: readonly ExpectedCallSpec[], options?: CallOptions): R;
  /** Calls a tool: at least once, or exactly as often as `times` says. */
  toCallTool(tool: ToolPattern, options?: ToolCallOptions): R;
  /** Calls no tool. */
  toCallNoTools(options?: TraceOptions): R;
  /** Calls none of these tools. */
  toAvoidTools(tools: readonly ToolPattern[], options?: TraceOptions): R;
  /** The whole path of calls is the expected one. */
  toMatchTrajectory(expected: readonly ExpectedCallSpec[], options?: TrajectoryMatchOptions): R;
}
