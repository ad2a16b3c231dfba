import {
  findScorer,
  type JsonObject,
  isJsonObject,
  type Question,
  type Scorer,
  SECRETS_ONLY,
  type Services,
  type ToolSpec,
  type Trace,
} from '#core';
import { loadLinearRegex } from '#suite';

/** Makes the questions that a scorer would ask about a case: one rule for runs and for calibration. */
export type CaseQuestions = (row: JsonObject, trace: Trace) => readonly Question[];

/** Throws, for a row whose label or rubric cannot be used, what its scorer throws. */
export async function openCaseQuestions(
  catalog: readonly ToolSpec[] | null,
): Promise<CaseQuestions> {
  const rulings = { redaction: SECRETS_ONLY, of: () => null };
  const services: Services = { regex: await loadLinearRegex(), rulings };
  return (row, trace) => {
    const { scorer, options } = chooseScorer(row, catalog);
    const compiled = (findScorer(scorer) as Scorer).compile(options, services);
    return compiled.questions?.(trace.calls, trace) ?? [];
  };
}

/** A row with a rubric is about the answer, one with a goal about the run; any other about arguments. */
function chooseScorer(
  row: JsonObject,
  catalog: readonly ToolSpec[] | null,
): { readonly scorer: string; readonly options: object } {
  const { answer, rubric, goal } = row;
  if (isJsonObject(answer)) return { scorer: 'answer', options: answer };
  if (typeof rubric === 'string') return { scorer: 'answer', options: { rubric } };
  if (isJsonObject(goal)) return { scorer: 'goal', options: goal };
  if (goal === true) return { scorer: 'goal', options: {} };
  const options = catalog === null ? { label: row } : { label: row, catalog };
  return { scorer: 'tool_args_semantic', options };
}
