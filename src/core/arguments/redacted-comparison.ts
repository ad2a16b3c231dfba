import { isJsonObject, type Json } from '../json/json.ts';
import { containsPlaceholder, someText } from '../redaction/index.ts';

/** How comparisons with redacted values end: the values are equal, other ones of the same type, or of another type. */
type Assumption = 'equal' | 'other_value' | 'other_type';

const OTHERS: readonly Assumption[] = ['other_value', 'equal'];

/** Scoring is synchronous: what is assumed holds while one run is scored. */
let assumption: Assumption | null = null;
let isTouched = false;

/** What is assumed now; null while no run is scored. Results that are kept belong to one assumption. */
export function currentAssumption(): string | null {
  return assumption;
}

/** The end of a comparison that touches a placeholder. */
export function assumeEqual(): boolean {
  isTouched = true;
  return assumption === 'equal';
}

/** As `assumeEqual`, of types. */
export function assumeSameType(): boolean {
  isTouched = true;
  return assumption === 'equal' || assumption === 'other_value';
}

/** Whether a value is a text with a placeholder in it. It may have been a number. */
export function isRedacted(value: Json): boolean {
  return typeof value === 'string' && containsPlaceholder(value);
}

/** Whether a value contains a placeholder at any depth, in keys, too. */
export function containsRedacted(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return isRedacted(value);
  if (searched.value !== value)
    searched = { value, isRedacted: someText(value, containsPlaceholder) };
  return searched.isRedacted;
}

/** The last value that was searched: a call is compared with one expectation after the other. */
let searched: { readonly value: Json; readonly isRedacted: boolean } = {
  value: null,
  isRedacted: false,
};

/** Whether some key of an object has a placeholder in it: it may be any key. */
export function hasRedactedKey(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).some(containsPlaceholder);
}

/**
 * What is computed under each assumption about redacted values: one result where no comparison touches one. The first
 * result assumes that nothing is equal.
 */
export function underAssumptions<T>(compute: () => T): readonly [T, ...T[]] {
  const before = { assumption, isTouched };
  const computeUnder = (assumed: Assumption): T => {
    assumption = assumed;
    return compute();
  };
  try {
    isTouched = false;
    const first = computeUnder('other_type');
    return isTouched ? [first, ...OTHERS.map(computeUnder)] : [first];
  } finally {
    ({ assumption, isTouched } = before);
  }
}
