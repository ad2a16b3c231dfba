import {
  baselineChanges,
  countVerdicts,
  type EntryFilter,
  type EntryList,
  entriesOf,
  filterEntries,
  findExample,
  type Report,
  type ReportEntry,
  shownVerdict,
  type Verdict,
} from '#core';
import type { ApiEntryPage, ApiOpenedEntry } from '#schema';
import { Problem } from '../http/problem.ts';
import { filterIndexed } from '../report-index/filter-indexed.ts';
import type { IndexedCases } from '../report-index/indexed-cases.ts';
import type { Entry } from './entries.ts';
import { rowOf } from './entry-row.ts';

/** Which part of a list is asked for. */
interface PageRange {
  /** The row of the first entry. */
  readonly from: number;
  readonly limit: number;
}

/** An entry as an address names it: by id, or by its place from 0. */
export type EntryName = { readonly id: string } | { readonly place: number };

/** Filters whose rows are kept: going on in a list must not filter a million cases again. */
const MAX_FILTERS = 8;

/** The cases of an eval, or the listed runs of a test, in pages. */
export class EntryPages {
  readonly #entry: Entry;
  readonly #indexed: IndexedCases | undefined;
  readonly #entries: EntryList;
  readonly #counts: ReadonlyMap<Verdict, number>;
  readonly #changes: ReturnType<typeof baselineChanges>;
  readonly #places = new Map<string, Uint32Array>();

  /** The cases of an index are listed instead of those of the report. */
  constructor({ baseline }: Pick<Report, 'baseline'>, entry: Entry, indexed?: IndexedCases) {
    this.#entry = entry;
    this.#indexed = indexed;
    this.#entries = entriesOf(entry.measured, indexed);
    this.#counts = countVerdicts(this.#entries);
    this.#changes = baselineChanges(baseline, entry.kind === 'eval' ? entry.measured.name : '');
  }

  /** A page of the entries that a filter leaves, in the order of the report. */
  page(filter: EntryFilter, { from, limit }: PageRange): ApiEntryPage {
    const { kind, count } = this.#entries;
    const { show, places } = this.#filter(filter);
    const end = from + limit;
    // A list that is looked at is likely to be filtered.
    void this.#indexed?.prepareFilters();
    return {
      kind,
      count,
      counts: Object.fromEntries(this.#counts),
      show,
      total: places.length,
      items: Array.from(places.subarray(from, end), (place) => rowOf(this.#entries.at(place))),
      next: end < places.length ? String(end) : null,
    };
  }

  /** One entry in full, and its row among those that a filter leaves. */
  open(name: EntryName, filter: EntryFilter): ApiOpenedEntry {
    const entry = this.find(name);
    return { entry, row: this.#filter(filter).places.indexOf(entry.place) };
  }

  /** One entry in full. */
  find(name: EntryName): ReportEntry {
    const place = 'id' in name ? this.#entries.find(name.id) : name.place;
    if (place < 0 || place >= this.#entries.count) throw new Problem(404, 'there is no such case');
    return this.#entries.at(place);
  }

  /** The first entry of an id; null where there is none. */
  findById(id: string): ReportEntry | null {
    const place = this.#entries.find(id);
    return place < 0 ? null : this.#entries.at(place);
  }

  /** An entry that shows why the verdict is what it is; null where there is none. */
  example(): ReportEntry | null {
    return findExample(this.#entries, this.#entry.measured);
  }

  #filter(filter: EntryFilter): { readonly show: Verdict | 'all'; readonly places: Uint32Array } {
    const show = shownVerdict(filter, this.#counts);
    const key = JSON.stringify([show, filter]);
    const kept = this.#places.get(key);
    const places = kept ?? this.#search(filter, show);
    this.#places.delete(key);
    this.#places.set(key, places);
    const [oldest] = this.#places.keys();
    if (this.#places.size > MAX_FILTERS && oldest !== undefined) this.#places.delete(oldest);
    return { show, places };
  }

  #search(filter: EntryFilter, show: Verdict | 'all'): Uint32Array {
    const { kind, measured } = this.#entry;
    const confusion = kind === 'eval' ? measured.confusion : undefined;
    const context = { confusion, changes: this.#changes };
    if (this.#indexed === undefined)
      return Uint32Array.from(filterEntries(this.#entries, filter, show, context));
    return filterIndexed(this.#indexed, this.#entries, filter, show, {
      ...context,
      found: foundIds(measured),
    });
  }
}

/** The ids of cases that scorers found something in. */
function foundIds({ scores }: Entry['measured']): ReadonlySet<string> {
  const labels = scores.flatMap(({ misses, calls }) => [...misses.items, ...calls]);
  return new Set(labels.flatMap((label) => ('case' in label ? [label.case] : [])));
}
