import { type CaseReport, directionOf, runsOfCase, type TestReport } from '#core';
import type { ApiDifference, ApiSideCase, ApiSideCases, ApiSideResult } from '#schema';
import { entriesByName, keyOf, type Side } from './sides.ts';

/** A case of an eval, or a test, as far as columns are compared by it. */
type Unit = Pick<CaseReport, 'id' | 'verdict' | 'passing' | 'evidence'>;

interface Compared {
  readonly id: string;
  readonly difference: ApiDifference;
  readonly units: readonly (Unit | null)[];
}

/** Which cases a list shows: `changed` are all that differ. */
export type SideShow = ApiDifference | 'changed' | 'all';

const CHANGED: ReadonlySet<ApiDifference> = new Set(['worse', 'better', 'differs', 'missing']);
const ORDER: readonly ApiDifference[] = [
  'worse',
  'better',
  'differs',
  'missing',
  'unmeasured',
  'same',
];
const MAX_TEXT = 200;
const MAX_TOOLS = 8;

/** The cases of an eval, or all tests, in all columns: what differs first. */
export class SideCases {
  readonly #compared: readonly Compared[];
  readonly #counts: Record<ApiDifference, number>;

  constructor(units: readonly (readonly Unit[])[]) {
    const columns = units.map(
      (column) => new Map(column.toReversed().map((unit) => [unit.id, unit])),
    );
    const ids = new Set(units.toReversed().flatMap((column) => column.map(({ id }) => id)));
    this.#counts = { worse: 0, better: 0, differs: 0, missing: 0, unmeasured: 0, same: 0 };
    const byDifference = new Map<ApiDifference, Compared[]>(ORDER.map((each) => [each, []]));
    for (const id of ids) {
      const row = columns.map((column) => column.get(id) ?? null);
      const difference = differenceOf(row);
      this.#counts[difference] += 1;
      byDifference.get(difference)?.push({ id, difference, units: row });
    }
    this.#compared = ORDER.flatMap((each) => byDifference.get(each) ?? []);
  }

  /** Cases on which columns do not agree, of those that all of them measured. */
  get differing(): { readonly k: number; readonly n: number } {
    const { worse, better, differs, same } = this.#counts;
    return { k: worse + better + differs, n: worse + better + differs + same };
  }

  page(
    show: SideShow,
    text: string,
    { from, limit }: { from: number; limit: number },
  ): ApiSideCases {
    const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fitting = this.#compared.filter(
      (each) => isShown(each.difference, show) && hasTerms(each, terms),
    );
    const end = from + limit;
    return {
      total: fitting.length,
      counts: this.#counts,
      items: fitting.slice(from, end).map(describe),
      next: end < fitting.length ? String(end) : null,
    };
  }
}

/** The cases of the eval of a name in all columns; all tests where the name is null. */
export function compareSides(sides: readonly Side[], name: string | null): SideCases {
  return new SideCases(
    sides.map((side): readonly Unit[] => {
      const entries = entriesByName(side);
      if (name === null)
        return [...entries.values()].flatMap(({ entry }) =>
          entry.kind === 'test' ? [unitOfTest(entry.measured)] : [],
        );
      const match = entries.get(keyOf('eval', name))?.entry;
      return match?.kind === 'eval' ? match.measured.cases : [];
    }),
  );
}

function unitOfTest({ name, verdict, passing: { k, n } }: TestReport): Unit {
  return { id: name, verdict, passing: { k, n } };
}

function differenceOf(units: readonly (Unit | null)[]): ApiDifference {
  const present = units.filter((unit) => unit !== null);
  if (present.length < units.length) return 'missing';
  const runs = present.map(runsOfCase);
  const [first, second] = runs;
  if (first === undefined || runs.some(({ n }) => n === 0)) return 'unmeasured';
  if (runs.length === 2 && second !== undefined) return directionOf(first, second) ?? 'unmeasured';
  return runs.every((each) => directionOf(first, each) === 'same') ? 'same' : 'differs';
}

function isShown(difference: ApiDifference, show: SideShow): boolean {
  return show === 'all' || show === difference || (show === 'changed' && CHANGED.has(difference));
}

function hasTerms({ id, units }: Compared, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const texts = units.flatMap((unit) => [
    unit?.evidence?.question ?? '',
    ...(unit?.evidence?.calls ?? []).map(({ tool }) => tool),
  ]);
  const text = [id, ...texts].join('\n').toLowerCase();
  return terms.every((term) => text.includes(term));
}

function describe({ id, difference, units }: Compared): ApiSideCase {
  return { id, difference, sides: units.map((unit) => (unit === null ? null : resultOf(unit))) };
}

function resultOf({ verdict, passing, evidence }: Unit): ApiSideResult {
  return {
    verdict,
    passing: passing ?? null,
    question: evidence?.question?.slice(0, MAX_TEXT) ?? null,
    called: evidence?.calls?.slice(0, MAX_TOOLS).map(({ tool }) => tool) ?? null,
  };
}
