import type { Json } from '../json/json.ts';
import type { RunEvidence, Verdict } from '../report/report.ts';
import type { QuotedCatalog } from '../run-evidence/catalog.ts';
import type { FittedEvidence } from '../run-evidence/fit-evidence.ts';
import { jsonBytes } from '../run-evidence/json-bytes.ts';
import type { RunLocation } from '../run-evidence/run-source.ts';
import { MAX_CATALOG_BYTES, MAX_PART_BYTES } from '../run-evidence/limits.ts';
import type { RunOrder } from './evidence.ts';
import { EVIDENCE_CAP } from './evidence-log.ts';
import { type FirstRun, FirstRuns, type UnitOf } from './first-runs.ts';
import type { Sums } from './sums.ts';

/** The evidence of a run, and the tools that it was offered; null where they are not recorded. */
export interface QuotedRun extends FittedEvidence {
  readonly catalog: QuotedCatalog | null;
}

/** A listed run: quoted, or where it can be read to be quoted in the end. */
type ListedItem = QuotedRun | { readonly location: RunLocation };

/** The listed runs of each verdict as plain data. */
export type ListedRunsState = readonly (readonly [
  verdict: Verdict,
  runs: readonly FirstRun<ListedItem>[],
])[];

/** A listed run that is to be read and quoted. */
export interface UnquotedRun {
  readonly order: RunOrder;
  readonly verdict: Verdict;
  readonly location: RunLocation;
}

/** A listed run of a test or an eval. */
export interface ListedEvidence {
  readonly order: RunOrder;
  readonly verdict: Verdict;
  readonly evidence: RunEvidence;
}

/** The listed runs, and the lists of offered tools that their evidence refers to. */
export interface ListedReport {
  readonly runs: readonly ListedEvidence[];
  readonly catalogs: readonly QuotedCatalog[];
}

/** Where there is not enough room for all, runs with these verdicts come first. */
const VERDICTS: readonly Verdict[] = ['fail', 'error', 'inconclusive', 'pass'];

/** How many runs of a verdict are kept where the others of their cases may have another. */
const CANDIDATES = 4 * EVIDENCE_CAP;

/** What runs belong to. */
export interface ListedUnits {
  readonly unitOf: UnitOf;
  /** Whether a unit may have several runs, whose verdicts differ. */
  readonly haveRuns: boolean;
}

const RUNS: ListedUnits = { unitOf: (order) => order, haveRuns: false };

/** The first runs of each verdict with their evidence. */
export class ListedRuns implements Sums<ListedRunsState> {
  readonly #units: ListedUnits;
  readonly #byVerdict = new Map<Verdict, FirstRuns<ListedItem>>();

  constructor(units: ListedUnits = RUNS) {
    this.#units = units;
  }

  /** Whether a run would be listed: ask before quoting it. */
  wants(order: RunOrder, verdict: Verdict): boolean {
    return this.#byVerdict.get(verdict)?.wants(order) ?? true;
  }

  add(order: RunOrder, verdict: Verdict, run: ListedItem): void {
    this.#runsOf(verdict).add(order, run);
  }

  #runsOf(verdict: Verdict): FirstRuns<ListedItem> {
    let runs = this.#byVerdict.get(verdict);
    if (runs !== undefined) return runs;
    const { unitOf, haveRuns } = this.#units;
    runs = new FirstRuns(unitOf, haveRuns ? CANDIDATES : EVIDENCE_CAP);
    this.#byVerdict.set(verdict, runs);
    return runs;
  }

  /** The runs that are to be quoted before they are reported. */
  unquoted(): readonly UnquotedRun[] {
    return this.state().flatMap(([verdict, runs]) =>
      runs.flatMap(({ order, item }) =>
        'location' in item ? [{ order, verdict, location: item.location }] : [],
      ),
    );
  }

  /** Quotes a run that is listed. */
  replace({ order, verdict }: UnquotedRun, run: QuotedRun): void {
    this.#byVerdict.get(verdict)?.replace(order, run);
  }

  state(): ListedRunsState {
    return VERDICTS.flatMap((verdict) => {
      const runs = this.#byVerdict.get(verdict);
      return runs === undefined ? [] : [[verdict, runs.state()] as const];
    });
  }

  merge(state: ListedRunsState): void {
    for (const [verdict, runs] of state) this.#runsOf(verdict).merge(runs);
  }

  /**
   * The runs in canonical order; those beyond the limit of all evidence have `where` alone. `isListed` says whether a run
   * has the verdict of its unit.
   */
  report(isListed: (order: RunOrder, verdict: Verdict) => boolean = () => true): ListedReport {
    const catalogs = new CatalogTable();
    const listed: ListedEvidence[] = [];
    let left = MAX_PART_BYTES - MAX_CATALOG_BYTES;
    for (const [verdict, runs] of this.state())
      for (const { order, item } of runs
        .filter((run) => isListed(run.order, verdict))
        .slice(0, EVIDENCE_CAP)) {
        if ('location' in item) continue;
        const bytes = item.bytes + ADDED_BYTES;
        const fits = bytes <= left;
        if (fits) left -= bytes;
        const evidence = fits ? catalogs.refer(item) : { where: item.evidence.where };
        listed.push({ order, verdict, evidence });
      }
    return { runs: listed.sort((a, b) => a.order - b.order), catalogs: catalogs.lists };
  }
}

/** What is added to the evidence of a run in the report. */
const ADDED_BYTES = '"catalog":9999,"run":999999,'.length;

/** The different lists of offered tools, as far as there is room for them. */
class CatalogTable {
  readonly lists: QuotedCatalog[] = [];
  /** By list, and by its text: lists of other threads are equal, not the same. */
  readonly #known = new Map<QuotedCatalog | string, number | null>();
  #left = MAX_CATALOG_BYTES;

  /** The evidence with the place of its list. */
  refer({ evidence, catalog }: QuotedRun): RunEvidence {
    const place = catalog === null ? null : this.#placeOf(catalog);
    if (place === null) return evidence;
    const { tokens, cost, durationMs, cut, ...rest } = evidence;
    return {
      ...rest,
      catalog: place,
      ...(tokens === undefined ? {} : { tokens }),
      ...(cost === undefined ? {} : { cost }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(cut === undefined ? {} : { cut }),
    };
  }

  #placeOf(catalog: QuotedCatalog): number | null {
    const known = this.#known.get(catalog);
    if (known !== undefined) return known;
    const text = JSON.stringify(catalog);
    let place = this.#known.get(text);
    if (place === undefined) this.#known.set(text, (place = this.#add(catalog)));
    this.#known.set(catalog, place);
    return place;
  }

  #add(catalog: QuotedCatalog): number | null {
    const bytes = jsonBytes(catalog as unknown as Json) + 1;
    if (bytes > this.#left) return null;
    this.#left -= bytes;
    return this.lists.push(catalog) - 1;
  }
}
