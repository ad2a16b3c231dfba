import type { Report } from '#core';
import { sentenceOf } from '../comparison/sentence.ts';
import type { Testcase } from './testcase.ts';

/** What was compared under a rule, one testcase per part: a rule that fails must not look green. */
export function baselineCases({ baseline }: Report): Testcase[] {
  return (baseline?.parts ?? []).flatMap((part): Testcase[] => {
    if (part.outcome === null) return [];
    const { name, outcome: verdict } = part;
    const lines = verdict === 'pass' ? [] : [sentenceOf(part)];
    return [{ name, classname: 'baseline', file: null, line: null, verdict, lines }];
  });
}
