import { formatTool, type ToolRef } from '../trace/trace.ts';
import type { ProposedClass } from './propose-classes.ts';
import type { TraceSurvey } from './trace-survey.ts';

/** What a test over recorded runs asks for. */
export interface ExpectedUse {
  /** The classes of which some run called a member. */
  readonly classes: readonly string[];
  /** The tools that at least three of four runs called. */
  readonly usual: readonly ToolRef[];
}

/** What runs of a survey use, in the words of the classes. */
export function findExpectedUse(
  survey: TraceSurvey,
  classes: readonly ProposedClass[],
): ExpectedUse {
  const called = survey.tools.filter(({ isHallucinated }) => !isHallucinated);
  const names = new Set(called.map(formatTool));
  const isUsual = ({ runs }: { readonly runs: number }): boolean => runs * 4 >= survey.runs * 3;
  return {
    classes: classes
      .filter(({ members }) => members.some((member) => names.has(formatTool(member))))
      .map(({ name }) => name),
    usual: called.filter(isUsual).map(({ server, name }) => ({ server, name })),
  };
}
