import type { CaseReport, EvalReport, Verdict } from '#core';
import { VERDICTS } from '../verdicts.ts';
import { badge } from './badge.ts';
import { caseChips } from './case-chips.ts';
import { caseEvidence } from './case-evidence.ts';
import { button, data, el } from './dom.ts';
import { formatNumber } from '../../values/value.ts';
import { section } from './section.ts';
import { createVirtualList } from './virtual-list.ts';

/** Which case is open, and how to say that it changed. */
export interface CaseChoice {
  readonly open: string | null;
  readonly choose: (id: string | null) => void;
}

/** The cases of an eval, worst first, to filter and to open. */
export function casesSection(evidence: EvalReport, choice: CaseChoice): HTMLElement | null {
  if (evidence.cases.length === 0) return null;
  const cases = VERDICTS.flatMap((verdict) =>
    evidence.cases.filter((entry) => entry.verdict === verdict),
  );
  const scroller = el('div', 'scroller cases');
  const opened = el('div', '');
  const shown = el('span', 'shown');
  shown.setAttribute('role', 'status');
  const field = el('input', '');
  field.type = 'search';
  field.placeholder = 'Search cases';
  field.setAttribute('aria-label', 'Search cases');

  let show: Verdict | 'all' = 'all';
  let found: readonly CaseReport[] = [];
  let current: CaseReport | null = null;
  const list = createVirtualList(scroller, (row, index) => {
    const entry = found[index];
    if (entry === undefined) return;
    if (row.firstElementChild === null) {
      const name = el('span', 'row-text', data(entry.id));
      const toggle = (): void => open(entry === current ? null : entry);
      row.append(button('row case', toggle, badge(entry.verdict), name));
    }
    row.firstElementChild?.setAttribute('aria-current', String(entry === current));
  });

  function open(entry: CaseReport | null): void {
    current = entry;
    opened.replaceChildren(...(entry === null ? [] : [caseEvidence(entry, evidence)]));
    list.refresh();
    choice.choose(entry?.id ?? null);
  }
  function narrow(): void {
    const query = field.value.toLowerCase();
    found = cases.filter(
      ({ id, verdict }) =>
        (show === 'all' || verdict === show) && (query === '' || id.toLowerCase().includes(query)),
    );
    shown.textContent = found.length === cases.length ? '' : `${formatNumber(found.length)} shown`;
    list.reset(found.length);
  }

  const chips = caseChips(cases, (next) => {
    show = next;
    narrow();
  });
  field.addEventListener('input', narrow);
  // The list has no height until it is in the page.
  requestAnimationFrame(() => {
    narrow();
    const wanted = cases.findIndex(({ id }) => id === choice.open);
    if (wanted < 0) return;
    list.reveal(wanted);
    open(cases[wanted] ?? null);
    opened.scrollIntoView({ block: 'nearest' });
  });
  return section('Cases', el('div', 'case-tools', chips, field, shown), scroller, opened);
}
