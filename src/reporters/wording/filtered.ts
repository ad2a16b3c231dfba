import type { FilteredRows } from '#core';
import { name, type Text } from '../document/index.ts';
import { formatCount, formatNumber } from '../values/value.ts';

/** Which rows of a dataset count, where a filter left out others. */
export function filteredText({ tag, cases, of }: FilteredRows): Text {
  return [`${formatNumber(cases)} of ${formatCount(of, 'row')}, those tagged `, name(tag, 80)];
}
