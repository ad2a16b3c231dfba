import type { ToolSpec } from '#core';
import { expectedLabels, ratedCall, toolsOffered } from '#dataset';
import type { SheetRow } from '#reporters';
import type { LabelContext } from './open-labelling.ts';

/** Who reads a case: who labels it, or who decides between those who did. */
export interface SheetReader {
  readonly reviewer: string;
  readonly isDecision: boolean;
}

/** Makes the rows of a sheet; null for a case that has nothing to rate. Only who decides sees what others said. */
export function sheetRows(
  context: LabelContext,
  catalog: readonly ToolSpec[] | null,
): (id: string, reader: SheetReader) => SheetRow | null {
  const { sample, book, questions } = context;
  const toolsOf = toolsOffered(sample.cases.values(), catalog);
  const labels = book.task === 'rate' ? expectedLabels(context) : null;
  return (id, { reviewer, isDecision }) => {
    const sampled = sample.cases.get(id);
    if (sampled === undefined) return null;
    const rated = labels === null ? null : ratedCall(sampled, labels);
    if (labels !== null && rated === null) return null;
    const question = questions?.get(id);
    const decision = isDecision ? book.decisionOf(id) : null;
    const own = isDecision
      ? decision?.reviewer === reviewer
        ? decision
        : null
      : book.reviewBy(reviewer, id);
    return {
      id,
      caseHash: sample.hashes.get(id) ?? '',
      input: sampled.input,
      before: sampled.before,
      tools: toolsOf(sampled),
      rated,
      ...(question === undefined ? {} : { question }),
      opinions: isDecision ? book.opinionsOf(id) : [],
      answer: own?.answer ?? null,
      rationale: own?.rationale ?? null,
      isUnsure: own?.unsure === true,
      labelledAt: own?.time ?? null,
    };
  };
}
