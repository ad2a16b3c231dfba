import { rawText } from '../document/index.ts';
import { keyOf } from './case-faults.ts';
import { type Confusion, confusionsOf, largestFirst } from './confusions.ts';
import type { FailingCase, FailingCases } from './failing-cases.ts';

/**
 * Failing cases in the order in which they say most: reasons for the verdict first, one of each confusion, the largest
 * confusion first, then the next of each. Within a confusion those with a recorded question come first, otherwise canonical order decides. What looks
 * like a case before it comes last.
 */
export function tellingCases(all: readonly FailingCases[]): readonly FailingCase[] {
  let queues = largestFirst(all.flatMap(confusionsOf)).map((each) => inOrder(each).values());
  const chosen = new Set<FailingCase>();
  while (queues.length > 0)
    queues = queues.filter((queue) => {
      // A case of several cells is taken from the largest.
      let next = queue.next();
      while (next.done !== true && chosen.has(next.value)) next = queue.next();
      if (next.done !== true) chosen.add(next.value);
      return next.done !== true;
    });
  const distinct = new Set(distinctCases([...chosen]));
  const ordered = [...distinct, ...[...chosen].filter((each) => !distinct.has(each))];
  return ordered.toSorted((a, b) => Number(b.isReason) - Number(a.isReason));
}

/** Those that differ from all before them in question or outcome. */
export function distinctCases(cases: readonly FailingCase[]): readonly FailingCase[] {
  const seen = new Set<string>();
  return cases.filter(({ evidence, outcomes, label }) => {
    const asked = evidence?.question ?? keyOf(label);
    const key = JSON.stringify([asked, rawText(outcomes[0]?.text ?? '')]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function inOrder({ cases }: Confusion): readonly FailingCase[] {
  const hasQuestion = ({ evidence }: FailingCase): boolean => evidence?.question !== undefined;
  return [...cases.filter(hasQuestion), ...cases.filter((each) => !hasQuestion(each))];
}
