import { badge } from './badge.ts';
import { add, button, code, data, el } from './dom.ts';
import { formatNumber, formatNeed, formatShort } from '../../values/value.ts';
import type { Item } from './items.ts';
import type { Hit } from './search.ts';
import { makeVisible } from '../../escape/visible.ts';

/** A row of the list: sign, name, why, and the number beside what it had to be. */
export function itemRow(
  { item, words: found }: Hit,
  words: readonly string[],
  open: () => void,
): HTMLElement {
  const name = el(
    'span',
    'row-name',
    item.kind === 'eval' ? el('span', 'kind', 'eval') : null,
    ' ',
    data(item.name),
  );
  const text = el('span', 'row-text', name, reason(item, found, words));
  const row = button('row', open, badge(item.verdict), text, numbers(item));
  row.title = makeVisible(item.name);
  return row;
}

function numbers({ gate, verdict }: Item): HTMLElement | null {
  if (gate === null) return null;
  return el(
    'span',
    'row-numbers',
    el(
      'span',
      verdict === 'pass' ? 'observed' : `observed ink-${verdict}`,
      formatShort(gate.observed, gate.unit),
    ),
    el('span', 'needed', formatNeed(gate)),
  );
}

/** The second line: what a search found; else what went wrong; else the metric that held. */
function reason(item: Item, found: readonly number[], words: readonly string[]): HTMLElement {
  const line = el('span', 'row-reason');
  if (found.length > 0) {
    named(line, '', found, words);
    return line;
  }
  if (item.errors > 0) {
    add(
      line,
      part(`${formatNumber(item.errors)} of ${formatNumber(item.runs + item.errors)} not measured`),
    );
  }
  if (item.verdict === 'fail') {
    named(line, 'missed ', item.missed, words);
    named(line, 'unexpected ', item.unexpected, words);
  }
  if (line.childNodes.length === 0) {
    add(line, item.gate === null ? 'no gate' : code(item.gate.metric));
  }
  return line;
}

const NAMES_SHOWN = 3;

function named(
  line: Element,
  word: string,
  places: readonly number[],
  words: readonly string[],
): void {
  if (places.length === 0) return;
  const shown = part(word);
  places.slice(0, NAMES_SHOWN).forEach((place, index) => {
    add(shown, index === 0 ? null : ', ', code(words[place] ?? ''));
  });
  if (places.length > NAMES_SHOWN)
    add(shown, ` and ${formatNumber(places.length - NAMES_SHOWN)} more`);
  add(line, shown);
}

function part(text: string): HTMLElement {
  return el('span', 'part', text);
}
