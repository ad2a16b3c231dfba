import { agreementOf, krippendorffAlpha } from '#core';
import type { LabelStatus } from '#schema';
import { expect, it } from 'vitest';
import { labelStatusText } from '../index.ts';

/** Eight labelled cases, so many of them with the labels of two reviewers. */
function textOf(cases: number): string {
  const status: LabelStatus = {
    task: 'label',
    cases: 8,
    states: { unlabelled: 0, waiting: 0, agreed: 8, disputed: 0, adjudicated: 0 },
    reviewers: [{ reviewer: 'ann', assigned: 8, done: 8 }],
    stale: 0,
    unsure: 0,
    agreement: {
      cases,
      identical: cases,
      pairs: agreementOf(Array.from({ length: cases }, () => ['search', 'search'] as const)),
      alpha: krippendorffAlpha([], 'nominal'),
    },
  };
  return [...labelStatusText(status, { color: false, width: 100 })].join('');
}

it('does not call cases with one label agreed', () => {
  const text = textOf(0);
  expect(text).toContain('8 cases · 8 decided by their only label · 0 adjudicated');
  expect(text).toContain('Agreement is not measured: no case has two labels');
  expect(text).not.toContain('8 agreed');
});

it('says how many are agreed where some have two labels', () => {
  expect(textOf(3)).toContain('8 cases · 8 agreed');
});
