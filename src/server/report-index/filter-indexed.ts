import {
  type CaseReport,
  type EntryFilter,
  type EntryList,
  entryFilter,
  type FilterContext,
  filterEntries,
  searchTerms,
  type Verdict,
} from '#core';
import type { CaseForm } from './case-forms.ts';
import { hashId } from './hash-id.ts';
import type { IndexedCases } from './indexed-cases.ts';
import { MAX_TERM_BYTES } from './row-search.ts';

/** What a filter says of a form: none of its cases, all of them, those with certain ids, or what the rule says of each. */
const NONE = 0;
const ALL = 1;
const SPECIAL = 2;
const SOME = 3;

/** Marks of rows are bytes. */
const MAX_TERMS = 250;

/**
 * The places of the cases that a filter leaves: those of `filterEntries`. Most is decided by the form of a case; where its id
 * or its texts matter, the case is read and the same rule decides.
 */
export function filterIndexed(
  cases: IndexedCases,
  entries: EntryList,
  filter: EntryFilter,
  show: Verdict | 'all',
  context: FilterContext & { readonly found: ReadonlySet<string> },
): Uint32Array {
  const terms = searchTerms(filter).map((term) => Buffer.from(term));
  if (terms.length > MAX_TERMS || terms.some(({ length }) => length > MAX_TERM_BYTES))
    return Uint32Array.from(filterEntries(entries, filter, show, context));
  const marks = terms.length === 0 ? null : cases.search(terms);
  const rule = entryFilter(entries, filter, context);
  const special = new Set(
    (rule === null ? [] : specialIds(filter, context)).map((id) => hashId(id)),
  );
  return selectPlaces(cases.columns, {
    decisions: Uint8Array.from(cases.forms, (each) => decide(each, filter, show, rule)),
    special,
    marks,
    terms: terms.length,
    matches: (place) => rule?.(cases.at(place), place) !== false,
  });
}

const HASH_MASK = 0xff_ff;

interface Selection {
  /** By form. */
  readonly decisions: Uint8Array;
  /** The hashes of the ids that a rule names. */
  readonly special: ReadonlySet<number>;
  /** How many terms the text of each case contains; null where nothing is searched. */
  readonly marks: Uint8Array | null;
  readonly terms: number;
  readonly matches: (place: number) => boolean;
}

/** One pass over a million numbers: it calls nothing for most of them. */
function selectPlaces(
  { form, idHash }: IndexedCases['columns'],
  { decisions, special, marks, terms, matches }: Selection,
): Uint32Array {
  // Most ids are ruled out by the lower half of their hash.
  const halves = new Uint8Array(HASH_MASK + 1);
  for (const hash of special) halves[hash & HASH_MASK] = 1;
  const places = new Uint32Array(form.length);
  let count = 0;
  for (let place = 0; place < form.length; place += 1) {
    if (marks !== null && marks[place] !== terms) continue;
    const decision = decisions[form[place] as number] as number;
    if (decision === NONE) continue;
    if (decision !== ALL) {
      const hash = idHash[place] as number;
      if (decision === SPECIAL && (halves[hash & HASH_MASK] === 0 || !special.has(hash))) continue;
      if (!matches(place)) continue;
    }
    places[count] = place;
    count += 1;
  }
  return places.slice(0, count);
}

function decide(
  form: CaseForm,
  { mode, tool }: EntryFilter,
  show: Verdict | 'all',
  rule: ReturnType<typeof entryFilter>,
): number {
  if (show !== 'all' && form.verdict !== show) return NONE;
  if (mode !== null && form.modes?.some((each) => each === mode) !== true) return NONE;
  if (rule === null) return ALL;
  const some = form.isQuoted ? SOME : SPECIAL;
  // Tools are in the texts of a case alone.
  if (tool !== null) return some;
  return rule(representative(form), -1) ? ALL : some;
}

/** A case of a form without an id and without texts: what the rule says of it is the least that it says of any. */
function representative({ verdict, modes, confused }: CaseForm): CaseReport {
  return {
    id: '\0',
    verdict,
    ...(modes === undefined ? {} : { modes }),
    ...(confused === undefined ? {} : { confused }),
  };
}

/** The ids that a rule may name: in a cell of the matrix, in a comparison, by a scorer. */
function specialIds(
  { expected, called, tool, changed }: EntryFilter,
  { confusion, changes, found }: FilterContext & { readonly found: ReadonlySet<string> },
): readonly string[] {
  const cell = confusion?.cells.find(
    (each) => each.expected === expected && each.observed === called,
  );
  return [
    ...(cell?.cases ?? []),
    ...(changed === null ? [] : changes.keys()),
    ...(tool === null ? [] : found),
  ];
}
