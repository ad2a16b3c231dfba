import type { Json } from '../json/json.ts';

/** A version of JSON Schema: a draft's number, later ones by year. */
export type Dialect = 4 | 6 | 7 | 2019 | 2020;

const DIALECTS: readonly (readonly [string, Dialect])[] = [
  ['draft-04', 4],
  ['draft-05', 4],
  ['draft-06', 6],
  ['draft-07', 7],
  ['draft/2019-09', 2019],
  ['draft/2020-12', 2020],
];

/** The dialect that `$schema` names; what holds around the schema where it names none that we know. */
export function dialectOf(uri: Json | undefined, around: Dialect): Dialect {
  if (typeof uri !== 'string') return around;
  return DIALECTS.find(([part]) => uri.includes(`json-schema.org/${part}/`))?.[1] ?? around;
}

/** Keywords that older dialects do not have: there they say nothing. */
const SINCE: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ['const', 6],
  ['contains', 6],
  ['propertyNames', 6],
  ['if', 7],
  ['$anchor', 2019],
  ['$recursiveRef', 2019],
  ['dependentRequired', 2019],
  ['dependentSchemas', 2019],
  ['maxContains', 2019],
  ['minContains', 2019],
  ['unevaluatedItems', 2019],
  ['unevaluatedProperties', 2019],
  ['$dynamicAnchor', 2020],
  ['$dynamicRef', 2020],
  ['prefixItems', 2020],
]);

/** Whether a keyword means something in a dialect. */
export function hasKeyword(dialect: Dialect, keyword: string): boolean {
  return dialect >= (SINCE.get(keyword) ?? 4);
}
