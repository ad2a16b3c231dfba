import type { Verdict } from '#core';
import type { ReportIndex } from '../report-index.ts';
import { LABELS, VERDICTS } from '../verdicts.ts';
import { makeVisible } from '../../escape/visible.ts';
import { createAddress } from './address.ts';
import { detail } from './detail.ts';
import { button, byId, data, el } from './dom.ts';
import { formatNumber, formatCount } from '../../values/value.ts';
import { itemRow } from './item-row.ts';
import { createEvidence, type Item, listItems, readIsland } from './items.ts';
import { enableKeys } from './keys.ts';
import { overview } from './overview.ts';
import { enablePrint } from './print.ts';
import { formatRoute, parseRoute } from './route.ts';
import { createSearch, type Hit } from './search.ts';
import { enableTheme } from './theme.ts';
import { createVirtualList } from './virtual-list.ts';

const index: ReportIndex = JSON.parse(readIsland('index') ?? '');
const items = listItems(index);
const evidenceOf = createEvidence(index.evals);
const search = createSearch(items, index.words);
const field = byId('search', HTMLInputElement);
const main = byId('detail');
const chips = byId('chips').querySelectorAll('button');

let show: Verdict | 'all' = 'all';
let hits: readonly Hit[] = [];
let selected: Item | 'overview' | null = null;
let openCase: string | null = null;
let isWaiting = false;

const address = createAddress(readAddress);
const list = createVirtualList(byId('list'), (row, place) => {
  const hit = hits[place];
  if (hit === undefined) return;
  if (row.firstElementChild === null) {
    row.append(itemRow(hit, index.words, () => open(hit.item, true)));
  }
  row.firstElementChild?.setAttribute('aria-current', String(hit.item === selected));
});

/** Shows an item, the overview, or with null the list alone (on a narrow screen) and the overview beside it. */
function open(next: Item | 'overview' | null, visit: boolean, caseId: string | null = null): void {
  selected = next;
  openCase = caseId;
  drawDetail();
  list.refresh();
  writeAddress(visit);
}

function writeAddress(visit: boolean): void {
  const route =
    selected === null || selected === 'overview'
      ? (selected ?? '')
      : formatRoute(selected, items, openCase);
  address.write(route, visit);
}

function readAddress(hash: string): void {
  const route = parseRoute(hash, items);
  const item = items.find(({ place }) => place === route.place);
  selected = item ?? (route.place === 'overview' ? 'overview' : null);
  openCase = route.case;
  drawDetail();
  list.refresh();
  const place = hits.findIndex((hit) => hit.item === item);
  if (place >= 0) list.reveal(place);
}

function drawDetail(): void {
  document.body.classList.toggle('opened', selected !== null);
  const back = button('back quiet', () => open(null, true), '← All tests');
  const item = selected;
  isWaiting = false;
  if (item === null || item === 'overview') {
    document.title = `${LABELS[index.about.verdict]} · whichtool report`;
    main.replaceChildren(
      back,
      overview(index, items, searchFor, (item, caseId) => open(item, true, caseId)),
    );
  } else {
    document.title = `${LABELS[item.verdict]}: ${makeVisible(item.name)} · whichtool report`;
    const evidence = evidenceOf(item);
    isWaiting = evidence === null;
    const choice = { open: openCase, choose: chooseCase };
    const content =
      evidence === null ? el('p', 'empty', 'Reading the evidence…') : detail(evidence, choice);
    main.replaceChildren(back, content);
  }
  main.scrollTop = 0;
}

function chooseCase(id: string | null): void {
  if (id === openCase) return;
  openCase = id;
  writeAddress(false);
}

function searchFor(query: string): void {
  field.value = query;
  narrow();
  if (selected === 'overview') open(null, true);
}

function narrow(): void {
  hits = search(field.value, show);
  list.reset(hits.length);
  const all = [
    [items.length - index.evals, 'test'] as const,
    [index.evals, 'eval'] as const,
  ].filter(([count]) => count > 0);
  byId('shown').textContent =
    hits.length === items.length
      ? all.map(([count, noun]) => formatCount(count, noun)).join(', ')
      : `${formatNumber(hits.length)} of ${formatNumber(items.length)} shown`;
}

function showOnly(next: Verdict | 'all'): void {
  show = next;
  for (const chip of chips) {
    chip.setAttribute('aria-pressed', String(chip.dataset['show'] === show));
  }
  narrow();
}

/** Moves through the list; the row is focused when the list has the keyboard. */
function step(by: 1 | -1): void {
  const now = hits.findIndex((hit) => hit.item === selected);
  const place = Math.min(Math.max(now < 0 ? 0 : now + by, 0), hits.length - 1);
  const hit = hits[place];
  if (hit === undefined) return;
  open(hit.item, false);
  const row = list.reveal(place)?.querySelector('button');
  if (document.activeElement !== field) row?.focus({ preventScroll: true });
}

function focusList(): void {
  if (matchMedia('(max-width: 760px)').matches && selected !== null) open(null, true);
  const place = hits.findIndex((hit) => hit.item === selected);
  const row = place < 0 ? null : list.reveal(place)?.querySelector('button');
  (row ?? byId('list')).focus({ preventScroll: true });
}

function sourceText({ suites, shard }: ReportIndex['about']): HTMLElement {
  const [first] = suites;
  return el(
    'span',
    '',
    first === undefined ? null : data(first.file, 'code'),
    suites.length > 1 ? ` and ${formatCount(suites.length - 1, 'more suite')}` : null,
    shard === undefined ? null : `, shard ${shard.index} of ${shard.count}`,
  );
}

field.addEventListener('input', narrow);
for (const chip of chips) {
  const wanted = VERDICTS.find((verdict) => verdict === chip.dataset['show']) ?? 'all';
  chip.addEventListener('click', () => showOnly(wanted));
}
byId('home').addEventListener('click', () => open('overview', true));
document.querySelector('#baseline')?.addEventListener('click', () => open('overview', true));
byId('source').append(sourceText(index.about));
const warnings = index.about.issues.length + (index.about.moreIssues ?? 0);
const about = byId('about');
about.append(
  el('span', 'part', 'Overview'),
  el('span', 'part', warnings === 0 ? 'no warnings' : formatCount(warnings, 'warning')),
  el('span', 'part', 'whichtool ', data(index.about.version)),
);
about.addEventListener('click', () => open('overview', true));
enableTheme(byId('theme'));
enableKeys({ field, main, step, focusList, narrow });
enablePrint(() => ({ index, items: hits.map((hit) => hit.item), evidenceOf }));
document.addEventListener('DOMContentLoaded', () => {
  if (isWaiting) drawDetail();
});
narrow();
readAddress(location.hash);
