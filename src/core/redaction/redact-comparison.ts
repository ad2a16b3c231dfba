import type { Comparison } from '../comparison/comparison.ts';
import type { RedactionPolicy } from './policy.ts';
import { redactNames } from './redact-names.ts';
import { Redactor } from './redactor.ts';

/** A comparison without secrets: what was asked is free text, everything else names. */
export function redactComparison(comparison: Comparison, policy: RedactionPolicy): Comparison {
  const parts = comparison.parts.map((part) => ({
    ...part,
    changes: {
      ...part.changes,
      items: part.changes.items.map((change) => {
        const { evidence } = change;
        if (evidence?.question === undefined) return change;
        const question = new Redactor(policy).text(evidence.question);
        return { ...change, evidence: { ...evidence, question } };
      }),
    },
  }));
  return redactNames({ ...comparison, parts }, policy);
}
