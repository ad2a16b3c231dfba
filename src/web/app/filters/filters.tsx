import type { JSX } from 'preact';
import { visit } from '../address/use-address.ts';

/** A filter in the address that is chosen from a list. */
interface Choice {
  /** Its name in the address: `branch`. */
  readonly key: string;
  readonly label: string;
  readonly values: readonly string[];
  /** How values are shown; as they are by default. */
  readonly wordsOf?: Readonly<Record<string, string>>;
}

/** The address with a filter changed; pages begin anew. An empty value removes the filter. */
export function withFilter(
  path: string,
  query: URLSearchParams,
  key: string,
  value: string,
): string {
  const next = new URLSearchParams(query);
  next.delete('cursor');
  if (value === '') next.delete(key);
  else next.set(key, value);
  return next.size === 0 ? path : `${path}?${next.toString()}`;
}

/** Lists of values to filter by. A list with one value is not shown, unless it is the filter. */
export function Filters({ path, query, choices }: FilterParts): JSX.Element | null {
  const shown = choices.filter(({ key, values }) => values.length > 1 || query.has(key));
  if (shown.length === 0) return null;
  return (
    <>
      {shown.map(({ key, label, values, wordsOf = {} }) => {
        const chosen = query.get(key) ?? '';
        const options = chosen === '' || values.includes(chosen) ? values : [chosen, ...values];
        return (
          <label key={key} class="filter">
            <span class="soft small">{label}</span>
            <select
              value={chosen}
              onChange={(event) => visit(withFilter(path, query, key, event.currentTarget.value))}
            >
              <option value="">all</option>
              {options.map((value) => (
                <option key={value} value={value}>
                  {Object.hasOwn(wordsOf, value) ? wordsOf[value] : value}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </>
  );
}

interface FilterParts {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly choices: readonly Choice[];
}
