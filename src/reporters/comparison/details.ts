import type {
  Capped,
  CellChange,
  Change,
  Comparison,
  GateChange,
  GateDefinition,
  MetricChange,
  PartComparison,
} from '#core';
import { concat, type Foreign, name, type Text } from '../document/index.ts';
import { gateName } from '../values/gate-name.ts';
import { formatNeed, formatNumber, formatShort } from '../values/value.ts';
import { judgeChangeText } from './drift-wording.ts';
import { goesByShare } from './wording.ts';

/** A list under a part, or under the whole. */
export interface Detail {
  readonly title: string;
  readonly total: number;
  readonly items: readonly Text[];
}

const NAME_LENGTH = 200;

/** The titles of lists of changes, in every report. */
export const CHANGE_TITLES = {
  metrics: 'metrics',
  gates: 'gates redefined',
  onlyBefore: 'only before',
  onlyAfter: 'only after',
  unmeasured: 'not measured in both',
  cells: 'cells of the matrix',
  judge: 'judge',
  metricsNotCompared: 'metrics not compared',
  suites: 'suites that changed',
  versions: 'measured by whichtool',
} as const;

/** What is worse and what is better, by name. */
export function directionTitles(part: PartComparison): readonly [worse: string, better: string] {
  return goesByShare(part) ? ['worse', 'better'] : ['now failing', 'now passing'];
}

/** The title of what other judges decided. */
function notComparedTitle({ kind }: Pick<PartComparison, 'kind'>): string {
  return `${kind === 'tests' ? 'tests' : 'cases'} not compared`;
}

/** What changed in a part, what is worse first; empty lists are left out. `hasNames`: with the tests or cases that changed. */
export function detailsOf(part: PartComparison, hasNames: boolean): Detail[] {
  const [failing, passing] = directionTitles(part);
  const changed = (which: Change['change']): readonly Change[] =>
    part.changes.items.filter(({ change }) => change === which);
  return present([
    ...(hasNames
      ? [
          { title: failing, total: part.worse, items: changed('worse').map(formatChange) },
          { title: passing, total: part.better, items: changed('better').map(formatChange) },
        ]
      : []),
    detail(CHANGE_TITLES.metrics, part.metrics, (change) =>
      formatMetric(change, part.kind === 'tests'),
    ),
    detail(CHANGE_TITLES.gates, part.gates, (change) => formatGate(change, part.kind === 'tests')),
    detail(CHANGE_TITLES.cells, part.cells ?? NO_CELLS, formatCell),
    detail(CHANGE_TITLES.onlyBefore, part.onlyBefore, nameOf),
    detail(CHANGE_TITLES.onlyAfter, part.onlyAfter, nameOf),
    detail(CHANGE_TITLES.unmeasured, part.unmeasured, nameOf),
    ...driftDetails(part),
  ]);
}

const NO_CELLS: Capped<CellChange> = { total: 0, items: [] };

/** `expected a, called b 3 -> 18`. */
function formatCell({ expected, observed, before, after }: CellChange): Text {
  const values = ` ${formatNumber(before)} -> ${formatNumber(after)}`;
  return concat('expected ', nameOf(expected), ', called ', nameOf(observed), values);
}

/** What is different about the judge, and what is not compared for it. */
function driftDetails({ drift, kind }: PartComparison): Detail[] {
  if (drift === undefined) return [];
  const { changes, units, metrics } = drift;
  return [
    {
      title: CHANGE_TITLES.judge,
      total: changes.length,
      items: changes.map(judgeChangeText),
    },
    detail(notComparedTitle({ kind }), units, nameOf),
    detail(CHANGE_TITLES.metricsNotCompared, metrics, nameOf),
  ];
}

/** What concerns no part: what one report has alone, and other suites or versions. */
export function generalDetails(comparison: Comparison): Detail[] {
  const { onlyBefore, onlyAfter, changedSuites, versions } = comparison;
  const other =
    versions.before === versions.after
      ? []
      : [concat(name(versions.before), ' and ', name(versions.after))];
  return present([
    detail(CHANGE_TITLES.onlyBefore, onlyBefore, nameOf),
    detail(CHANGE_TITLES.onlyAfter, onlyAfter, nameOf),
    { title: CHANGE_TITLES.suites, total: changedSuites.length, items: changedSuites.map(nameOf) },
    { title: CHANGE_TITLES.versions, total: other.length, items: other },
  ]);
}

function present(details: readonly Detail[]): Detail[] {
  return details.filter(({ total }) => total > 0);
}

function detail<T>(title: string, list: Capped<T>, format: (item: T) => Text): Detail {
  return { title, total: list.total, items: list.items.map((item) => format(item)) };
}

function nameOf(text: string): Foreign {
  return name(text, NAME_LENGTH);
}

function formatChange(change: Change): Text {
  return concat(nameOf(change.id), runsText(change));
}

/** How the runs of a test or case changed, where there are several: ` (1/2 -> 2/2 runs)`. */
export function runsText({ before, after, interval }: Change): string {
  if (before.n === 1 && after.n === 1) return '';
  const range = interval === undefined ? '' : `, 95 % interval ${interval.join(' to ')}`;
  return ` (${before.k}/${before.n} -> ${after.k}/${after.n} runs${range})`;
}

function formatMetric(change: MetricChange, isNamed: boolean): Text {
  const { metric, unit, before, after } = change;
  const mark = change.change === null ? '' : ` (${change.change})`;
  const show = (value: number | null): string =>
    value === null ? 'not measured' : formatShort(value, unit);
  const values = ` ${show(before)} -> ${show(after)}${mark}`;
  return concat(ownerOf(change, isNamed), nameOf(metric), values);
}

function ownerOf({ name: owner }: { readonly name: string }, isNamed: boolean): Text {
  return isNamed ? [nameOf(owner), ': '] : '';
}

function formatGate(gate: GateChange, isNamed: boolean): Text {
  const { before, after } = gate;
  const now = after === null ? 'no longer a gate' : `needs ${formatDefinition(after)}`;
  const then = before === null ? 'was not a gate' : `was ${formatDefinition(before)}`;
  return concat(ownerOf(gate, isNamed), nameOf(gateName(gate)), ` ${now}, ${then}`);
}

/** What a gate asked for: `>= 0.9 certified`. */
function formatDefinition(gate: GateDefinition): string {
  return `${formatNeed(gate)}${gate.certify ? ' certified' : ''}${gate.corrected === true ? ' corrected' : ''}`;
}
