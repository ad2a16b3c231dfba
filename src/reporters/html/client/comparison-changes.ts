import type {
  Capped,
  Change,
  Comparison,
  GateChange,
  GateDefinition,
  JudgeChange,
  MetricChange,
  PartComparison,
} from '#core';
import { judgeChangeText } from '../../comparison/drift-wording.ts';
import {
  CHANGE_TITLES,
  directionTitles,
  formatDefinition,
  notComparedTitle,
  runsText,
} from '../../comparison/details.ts';
import { gateName } from '../../values/gate-name.ts';
import { button, type Child, childrenOf, code, data, el } from './dom.ts';
import { formatNumber, formatShort } from '../../values/value.ts';
import type { Item, OpenItem } from './items.ts';
import { cutNote, table } from './section.ts';

/** Longer lists are folded, but for that of what is worse. */
const OPEN_MOST = 12;

/** A name from the report: a button where it leads somewhere. */
type Link = (name: string, ...more: readonly Child[]) => HTMLElement;

/** What changed in a part, what is worse first; empty lists are left out. */
export function changesOf(
  part: PartComparison,
  items: readonly Item[],
  open: OpenItem,
): readonly HTMLElement[] {
  const isTests = part.kind === 'tests';
  const own = items.find(({ kind, name }) => kind === 'eval' && name === part.name);
  const link = isTests ? linkToItem(items, 'test', open) : linkToCase(own, open);
  const owner = isTests ? link : null;
  const changed = (which: Change['change'], total: number): Capped<Change> => ({
    total,
    items: part.changes.items.filter(({ change }) => change === which),
  });
  const names = (list: readonly string[]): HTMLElement => nameList(list.map((name) => link(name)));
  const changes = (list: readonly Change[]): HTMLElement =>
    nameList(list.map((change) => link(change.id, runsChild(change))));
  const [failing, passing] = directionTitles(part);
  return present([
    fold(failing, 'fail', changed('worse', part.worse), changes),
    fold(passing, 'pass', changed('better', part.better), changes),
    fold(CHANGE_TITLES.metrics, null, part.metrics, (list) => metricsTable(list, owner)),
    fold(CHANGE_TITLES.gates, 'error', part.gates, (list) => gatesTable(list, owner)),
    fold(CHANGE_TITLES.onlyBefore, null, part.onlyBefore, plainNames),
    fold(CHANGE_TITLES.onlyAfter, null, part.onlyAfter, names),
    fold(CHANGE_TITLES.unmeasured, null, part.unmeasured, names),
    ...driftFolds(part, names),
  ]);
}

/** What is different about the judge, and what is not compared for it. */
function driftFolds(
  { drift, kind }: PartComparison,
  names: (list: readonly string[]) => HTMLElement,
): readonly (HTMLElement | null)[] {
  if (drift === undefined) return [];
  const { changes } = drift;
  const list = (all: readonly JudgeChange[]): HTMLElement =>
    nameList(all.map((change) => el('span', '', ...childrenOf(judgeChangeText(change)))));
  return [
    fold(CHANGE_TITLES.judge, 'error', { total: changes.length, items: changes }, list),
    fold(notComparedTitle({ kind }), 'error', drift.units, names),
    fold(CHANGE_TITLES.metricsNotCompared, 'error', drift.metrics, plainNames),
  ];
}

/** What concerns no part: what one report has alone, and other suites or versions. */
export function generalChanges(
  { onlyBefore, onlyAfter, changedSuites, versions }: Comparison,
  items: readonly Item[],
  open: OpenItem,
): readonly HTMLElement[] {
  const link = linkToItem(items, null, open);
  const suites = { total: changedSuites.length, items: changedSuites };
  const others =
    versions.before === versions.after
      ? null
      : el(
          'p',
          'note',
          `${CHANGE_TITLES.versions} `,
          data(versions.before),
          ' and ',
          data(versions.after),
        );
  return present([
    fold(CHANGE_TITLES.onlyBefore, null, onlyBefore, plainNames),
    fold(CHANGE_TITLES.onlyAfter, null, onlyAfter, (list) =>
      nameList(list.map((name) => link(name))),
    ),
    fold(CHANGE_TITLES.suites, null, suites, plainNames),
    others,
  ]);
}

function linkToItem(items: readonly Item[], kind: Item['kind'] | null, open: OpenItem): Link {
  const named = new Map<string, Item>();
  for (const item of items)
    if ((kind === null || item.kind === kind) && !named.has(item.name)) named.set(item.name, item);
  return (name, ...more) => linkTo(named.get(name), null, open, data(name), ...more);
}

function linkToCase(item: Item | undefined, open: OpenItem): Link {
  return (id, ...more) => linkTo(item, id, open, data(id), ...more);
}

function linkTo(
  item: Item | undefined,
  caseId: string | null,
  open: OpenItem,
  ...text: readonly Child[]
): HTMLElement {
  return item === undefined
    ? el('span', 'chip plain', ...text)
    : button('chip', () => open(item, caseId), ...text);
}

function runsChild(change: Change): HTMLElement | null {
  const text = runsText(change);
  return text === '' ? null : el('span', 'run', text);
}

function plainNames(list: readonly string[]): HTMLElement {
  return nameList(list.map((name) => el('span', 'chip plain', data(name))));
}

function nameList(entries: readonly HTMLElement[]): HTMLElement {
  return el('ul', 'names', ...entries.map((entry) => el('li', '', entry)));
}

/** A list under its title and count; null when nothing is in it. */
function fold<T>(
  title: string,
  tone: 'fail' | 'pass' | 'error' | null,
  { total, items }: Capped<T>,
  show: (items: readonly T[]) => HTMLElement,
): HTMLElement | null {
  if (total === 0) return null;
  const count = el('b', tone === null ? '' : `ink-${tone}`, formatNumber(total));
  const note = cutNote(items.length, total, 'are kept in a report');
  const list = el('details', '', el('summary', '', `${title} `, count), show(items), note);
  list.open = tone === 'fail' || items.length <= OPEN_MOST;
  return list;
}

function metricsTable(changes: readonly MetricChange[], owner: Link | null): HTMLElement {
  const rows = changes.map(({ metric, unit, before, after, change }, place) => [
    ...ownerCell(changes, place, owner),
    code(metric),
    formatShort(before, unit),
    formatShort(after, unit),
    change === null ? null : el('span', `ink-${change === 'worse' ? 'fail' : 'pass'}`, change),
  ]);
  const columns = [...ownerColumn(owner), 'Metric', '#before', '#after', ''];
  return table('folds', CHANGE_TITLES.metrics, columns, rows);
}

function gatesTable(changes: readonly GateChange[], owner: Link | null): HTMLElement {
  const rows = changes.map((change, place) => [
    ...ownerCell(changes, place, owner),
    code(gateName(change)),
    formatGate(change.before),
    formatGate(change.after),
  ]);
  return table('folds', CHANGE_TITLES.gates, [...ownerColumn(owner), 'Metric', 'was', 'now'], rows);
}

function ownerColumn(owner: Link | null): readonly string[] {
  return owner === null ? [] : ['Test'];
}

/** Whose change it is, said once for all that follow each other. */
function ownerCell(
  changes: readonly { readonly name: string }[],
  place: number,
  owner: Link | null,
): readonly Child[] {
  if (owner === null) return [];
  const name = changes[place]?.name ?? '';
  return [place > 0 && changes[place - 1]?.name === name ? null : owner(name)];
}

function formatGate(gate: GateDefinition | null): string {
  return gate === null ? 'not a gate' : formatDefinition(gate);
}

function present(list: readonly (HTMLElement | null)[]): readonly HTMLElement[] {
  return list.filter((entry) => entry !== null);
}
