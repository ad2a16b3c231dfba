import type { EntryFilter, ReportEntry } from '#core';
import { HOME, setChoices } from '../../report/address/route.ts';

/** A filter as a query of the API. */
export function filterQuery(filter: EntryFilter): string {
  const query = new URLSearchParams();
  setChoices(query, { ...HOME, filter }, undefined);
  return query.toString();
}

/** An entry as a query of the API. */
export function nameQuery({
  place,
  id,
  isNamed,
}: Pick<ReportEntry, 'place' | 'id' | 'isNamed'>): string {
  return new URLSearchParams(isNamed ? { case: id } : { at: String(place + 1) }).toString();
}
