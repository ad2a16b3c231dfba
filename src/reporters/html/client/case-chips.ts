import type { CaseReport, Verdict } from '#core';
import { countByVerdict, GLYPHS, LABELS, VERDICTS } from '../verdicts.ts';
import { button, type Child, el } from './dom.ts';
import { formatNumber } from '../../values/value.ts';

/** Buttons that narrow cases to one verdict, with how many there are of each. */
export function caseChips(
  cases: readonly CaseReport[],
  pick: (show: Verdict | 'all') => void,
): HTMLElement {
  const counts = countByVerdict(cases);
  const group = el('div', 'chips');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Show cases');

  function addChip(show: Verdict | 'all', count: number, ...label: readonly Child[]): void {
    const number = el('b', '', formatNumber(count));
    const chip = button('chip', () => press(chip, show), ...label, number);
    chip.setAttribute('aria-pressed', String(show === 'all'));
    group.append(chip);
  }
  function press(chip: Element, show: Verdict | 'all'): void {
    for (const other of group.children) other.setAttribute('aria-pressed', String(other === chip));
    pick(show);
  }

  addChip('all', cases.length, 'All ');
  for (const verdict of VERDICTS) {
    const count = counts.get(verdict);
    if (count === undefined) continue;
    const sign = el('span', `ink-${verdict}`, GLYPHS[verdict]);
    addChip(verdict, count, sign, ` ${LABELS[verdict]} `);
  }
  return group;
}
