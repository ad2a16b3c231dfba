import type { ToolRef } from '#core';
import type { CountedKind, TakerSpec } from '#readers';
import type { View } from './tool-views.ts';

/** What the runs of the first jobs taught about later ones of a test; plain data. */
export interface Lesson {
  readonly spec: TakerSpec;
  /** What a run must show so that something of it is kept, as in `SHOWN`. */
  readonly wanted: number;
  readonly views: readonly View[];
}

/** What the first jobs taught, by the places of tests; plain data. */
export interface Lessons {
  /** By the numbers that views have for them. */
  readonly tools: readonly ToolRef[];
  readonly tests: readonly (readonly [test: number, lesson: Lesson])[];
  /** Whose the runs of a name are; null is those without one. */
  readonly names: readonly (readonly [claim: number, name: string | null, test: number])[];
}

/** A lesson with other numbers for its tools; without those that have none. */
export function renumber(lesson: Lesson, numbers: readonly number[]): Lesson {
  const views = lesson.views
    .map(([tool, known]): View => [numbers[tool] ?? -1, known])
    .filter(([tool]) => tool >= 0);
  return { ...lesson, views };
}

/** Runs that were counted and not scored; plain data. */
export interface CountedRuns {
  /** By the numbers that calls have for them. */
  readonly tools: readonly ToolRef[];
  /** The places of tests, by their takers. */
  readonly tests: readonly number[];
  readonly kinds: readonly CountedKind[];
}
