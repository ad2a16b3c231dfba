import type { Comparison, PartComparison } from '#core';
import { COLUMNS, rowOf, toneOf, toneOfAll } from '../../comparison/wording.ts';
import { headlineOf, sentenceOf } from '../../comparison/sentence.ts';
import { GLYPHS, VERDICTS } from '../verdicts.ts';
import { type Child, data, el } from './dom.ts';
import { changesOf, generalChanges } from './comparison-changes.ts';
import type { Item, OpenItem } from './items.ts';
import { table } from './section.ts';

/** How the report compares with an earlier one: the table of all parts, worst first, then what changed in each. */
export function comparisonSection(
  comparison: Comparison,
  items: readonly Item[],
  open: OpenItem,
): HTMLElement {
  const tone = toneOfAll(comparison);
  const columns = verdictSecond(
    COLUMNS.map(({ name, isNumber }) => `${isNumber ? '#' : ''}${name}`),
  );
  const rank = (part: PartComparison): number => VERDICTS.indexOf(toneOf(part));
  const parts = comparison.parts.toSorted((a, b) => rank(a) - rank(b));
  const general = generalChanges(comparison, items, open);
  return el(
    'section',
    'comparison',
    el(
      'h3',
      '',
      'Against the baseline',
      el('span', `tag ${tone}`, `${GLYPHS[tone]} ${headlineOf(comparison)}`),
    ),
    el(
      'div',
      'sideways',
      table('folds parts', 'Against the baseline', columns, parts.map(partRow)),
    ),
    ...parts.map((part) => partBlock(part, items, open)),
    general.length === 0
      ? null
      : el('div', 'block', el('h4', '', 'In one report only, or made otherwise'), ...general),
  );
}

function partRow(part: PartComparison): readonly Child[] {
  const [name = '', verdict = '', ...cells] = verdictSecond(rowOf(part));
  return [data(name), el('span', `tag ${toneOf(part)}`, verdict), ...cells];
}

/** Where there is no room for the whole table, its verdicts are what should be seen. */
function verdictSecond(cells: readonly string[]): readonly string[] {
  return [...cells.slice(0, 1), ...cells.slice(-1), ...cells.slice(1, -1)];
}

function partBlock(part: PartComparison, items: readonly Item[], open: OpenItem): HTMLElement {
  return el(
    'div',
    'block',
    el('h4', '', data(part.name)),
    el('p', '', sentenceOf(part)),
    ...changesOf(part, items, open),
  );
}
