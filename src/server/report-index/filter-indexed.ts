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

/** What a filter says of a form: all cases of it, none of it, or those that the rule says of one by one. */
const NONE = 0;
const ALL = 1;
const SOME = 2;

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
  const { form, idHash } = cases.columns;
  const ofForm = Uint8Array.from(cases.forms, (each) => decide(each, filter, show, rule));
  const isSpecial = hashFilter(rule === null ? [] : specialIds(filter, context));
  const isQuoted = Uint8Array.from(cases.forms, (each) => Number(each.isQuoted));
  const places = new Uint32Array(cases.count);
  let count = 0;
  for (let place = 0; place < places.length; place += 1) {
    if (marks !== null && marks[place] !== terms.length) continue;
    const own = form[place] ?? 0;
    const decided = ofForm[own];
    if (decided === NONE) continue;
    if (decided === SOME) {
      if (isQuoted[own] === 0 && isSpecial[(idHash[place] ?? 0) & HASH_MASK] === 0) continue;
      if (rule?.(cases.at(place), place) === false) continue;
    }
    places[count] = place;
    count += 1;
  }
  return places.slice(0, count);
}

const HASH_MASK = 0xff_ff;

/** A mark for each lower half of a hash that one of the ids has: a case without a mark is none of them. */
function hashFilter(ids: readonly string[]): Uint8Array {
  const marks = new Uint8Array(HASH_MASK + 1);
  for (const id of ids) marks[hashId(id) & HASH_MASK] = 1;
  return marks;
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
  // Tools are in the texts of a case alone.
  if (tool !== null) return SOME;
  return rule(representative(form), -1) ? ALL : SOME;
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
