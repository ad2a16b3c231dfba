import type {
  Capped,
  Change,
  Comparison,
  GateChange,
  GateDefinition,
  MetricChange,
  PartComparison,
} from '#core';
import { clip } from '../wording/clip.ts';
import { gateName } from '../wording/gate-name.ts';
import { formatNeed } from '../wording/value.ts';
import { joinPieces } from '../wording/judged.ts';
import { judgeChangePieces } from './drift-wording.ts';
import { goesByShare } from './wording.ts';

/** A list under a part, or under the whole. The items are text from outside: escape them. */
export interface Detail {
  readonly title: string;
  readonly total: number;
  readonly items: readonly string[];
}

const ITEM_LENGTH = 200;

/** What changed in a part, what is worse first; empty lists are left out. */
export function detailsOf(part: PartComparison): Detail[] {
  const [failing, passing] = goesByShare(part)
    ? ['worse', 'better']
    : ['now failing', 'now passing'];
  const changed = (which: Change['change']): readonly Change[] =>
    part.changes.items.filter(({ change }) => change === which);
  return present([
    { title: failing, total: part.worse, items: changed('worse').map(formatChange) },
    { title: passing, total: part.better, items: changed('better').map(formatChange) },
    detail('metrics', part.metrics, (change) => formatMetric(change, part.kind === 'tests')),
    detail('gates redefined', part.gates, (change) => formatGate(change, part.kind === 'tests')),
    detail('only before', part.onlyBefore, String),
    detail('only after', part.onlyAfter, String),
    detail('not measured in both', part.unmeasured, String),
    ...driftDetails(part),
  ]);
}

/** What is different about the judge, and what is not compared for it. */
function driftDetails({ drift, kind }: PartComparison): Detail[] {
  if (drift === undefined) return [];
  const { changes, units, metrics } = drift;
  return [
    {
      title: 'judge',
      total: changes.length,
      items: changes.map((change) => joinPieces(judgeChangePieces(change))),
    },
    detail(`${kind === 'tests' ? 'tests' : 'cases'} not compared`, units, String),
    detail('metrics not compared', metrics, String),
  ];
}

/** What concerns no part: what one report has alone, and other suites or versions. */
export function generalDetails(comparison: Comparison): Detail[] {
  const { onlyBefore, onlyAfter, changedSuites, versions } = comparison;
  const other =
    versions.before === versions.after ? [] : [`${versions.before} and ${versions.after}`];
  return present([
    detail('only before', onlyBefore, String),
    detail('only after', onlyAfter, String),
    { title: 'suites that changed', total: changedSuites.length, items: changedSuites },
    { title: 'measured by whichtool', total: other.length, items: other },
  ]);
}

function present(details: readonly Detail[]): Detail[] {
  return details
    .filter(({ total }) => total > 0)
    .map(({ items, ...rest }) => ({
      ...rest,
      items: items.map((item) => clip(item, ITEM_LENGTH)),
    }));
}

function detail<T>(title: string, list: Capped<T>, format: (item: T) => string): Detail {
  return { title, total: list.total, items: list.items.map((item) => format(item)) };
}

function formatChange({ id, before, after, interval }: Change): string {
  if (before.n === 1 && after.n === 1) return id;
  const range = interval === undefined ? '' : `, 95 % interval ${interval.join(' to ')}`;
  return `${id} (${before.k}/${before.n} -> ${after.k}/${after.n} runs${range})`;
}

function formatMetric(change: MetricChange, isNamed: boolean): string {
  const { name, metric, unit, before, after } = change;
  const show = (value: number | null): string =>
    value === null ? 'not measured' : `${value}${unit === 'percent' ? ' %' : ''}`;
  const mark = change.change === null ? '' : ` (${change.change})`;
  return `${isNamed ? `${name}: ` : ''}${metric} ${show(before)} -> ${show(after)}${mark}`;
}

function formatGate(gate: GateChange, isNamed: boolean): string {
  const { name, before, after } = gate;
  const now = after === null ? 'no longer a gate' : `needs ${formatDefinition(after)}`;
  const then = before === null ? 'was no gate' : `was ${formatDefinition(before)}`;
  return `${isNamed ? `${name}: ` : ''}${gateName(gate)} ${now}, ${then}`;
}

function formatDefinition(gate: GateDefinition): string {
  return `${formatNeed(gate)}${gate.certify ? ' certified' : ''}${gate.corrected === true ? ' corrected' : ''}`;
}
