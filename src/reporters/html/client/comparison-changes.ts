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
import { judgeChangePieces } from '../../comparison/drift-wording.ts';
import { goesByShare } from '../../comparison/wording.ts';
import { gateName } from '../../wording/gate-name.ts';
import { button, type Child, childrenOf, code, data, el } from './dom.ts';
import { formatCount, formatNeed, formatShort } from './format.ts';
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
    nameList(list.map((change) => link(change.id, runsText(change))));
  const [failing, passing] = goesByShare(part)
    ? ['Worse', 'Better']
    : ['Now failing', 'Now passing'];
  return present([
    fold(failing, 'fail', changed('worse', part.worse), changes),
    fold(passing, 'pass', changed('better', part.better), changes),
    fold('Metrics that moved', null, part.metrics, (list) => metricsTable(list, owner)),
    fold('Gates redefined', 'error', part.gates, (list) => gatesTable(list, owner)),
    fold('New', null, part.onlyAfter, names),
    fold('Vanished', null, part.onlyBefore, plainNames),
    fold('Not measured in both', null, part.unmeasured, names),
    ...driftFolds(part, names),
  ]);
}

/** What is different about the judge, and what is not compared for it. */
function driftFolds(
  { drift }: PartComparison,
  names: (list: readonly string[]) => HTMLElement,
): readonly (HTMLElement | null)[] {
  if (drift === undefined) return [];
  const { changes } = drift;
  const list = (all: readonly JudgeChange[]): HTMLElement =>
    nameList(all.map((change) => el('span', '', ...childrenOf(judgeChangePieces(change)))));
  return [
    fold('Judge', 'error', { total: changes.length, items: changes }, list),
    fold('Not compared', 'error', drift.units, names),
    fold('Metrics not compared', 'error', drift.metrics, plainNames),
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
          'Measured by whichtool ',
          data(versions.before),
          ', now by ',
          data(versions.after),
        );
  return present([
    fold('New', null, onlyAfter, (list) => nameList(list.map((name) => link(name)))),
    fold('Vanished', null, onlyBefore, plainNames),
    fold('Suites that changed', null, suites, plainNames),
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

function runsText({ before, after, interval }: Change): HTMLElement | null {
  if (before.n === 1 && after.n === 1) return null;
  const range = interval === undefined ? '' : `, 95 % interval ${interval.join(' to ')}`;
  const text = ` ${before.k}/${before.n} → ${after.k}/${after.n} runs${range}`;
  return el('span', 'run', text);
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
  const count = el('b', tone === null ? '' : `ink-${tone}`, formatCount(total));
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
  return table('folds', 'Metrics that moved', columns, rows);
}

function gatesTable(changes: readonly GateChange[], owner: Link | null): HTMLElement {
  const rows = changes.map((change, place) => [
    ...ownerCell(changes, place, owner),
    code(gateName(change)),
    formatGate(change.before),
    formatGate(change.after),
  ]);
  return table('folds', 'Gates redefined', [...ownerColumn(owner), 'Metric', 'was', 'now'], rows);
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
  if (gate === null) return 'no gate';
  return `${formatNeed(gate.op, gate.value, gate.unit)}${gate.certify ? ', certified' : ''}${gate.corrected === true ? ', corrected' : ''}`;
}

function present(list: readonly (HTMLElement | null)[]): readonly HTMLElement[] {
  return list.filter((entry) => entry !== null);
}
