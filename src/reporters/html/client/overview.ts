import type { VerdictCounts } from '#core';
import type { ReportIndex } from '../report-index.ts';
import { GLYPHS, LABELS, VERDICTS } from '../verdicts.ts';
import { comparisonSection } from './comparison.ts';
import { button, type Child, childrenOf, code, data, el } from './dom.ts';
import { formatNumber, formatCount } from '../../values/value.ts';
import type { Item, OpenItem } from './items.ts';
import { section, table } from './section.ts';
import { variantsSection } from './variants.ts';

/** The report as a whole: how it compares with its baseline, totals, models side by side, what goes wrong most, warnings, and where it comes from. */
export function overview(
  index: ReportIndex,
  items: readonly Item[],
  search: (query: string) => void,
  open: OpenItem,
): HTMLElement {
  const { baseline } = index.about;
  const title = el('h2', '', 'Overview');
  title.tabIndex = -1;
  return el(
    'article',
    '',
    el('div', 'title', title),
    baseline === undefined ? null : comparisonSection(baseline, items, open),
    totals(index.about.totals),
    index.judges === undefined
      ? null
      : section(
          'Judges',
          ...index.judges.map((parts) =>
            el('p', 'facts', ...parts.map((part) => el('span', 'part', ...childrenOf(part)))),
          ),
        ),
    index.variants === undefined ? null : variantsSection(index.variants, items, open),
    el(
      'div',
      'tops',
      top(
        'Missed most',
        items.map((item) => item.missed),
        index.words,
        search,
      ),
      top(
        'Unexpected most',
        items.map((item) => item.unexpected),
        index.words,
        search,
      ),
    ),
    issues(index.about),
    about(index.about),
  );
}

function totals({
  tests,
  evals,
  cases,
  gates,
  runs,
  errors,
  calls,
}: ReportIndex['about']['totals']): HTMLElement {
  const lines: readonly (readonly [string, VerdictCounts])[] = [
    ['Tests', tests],
    ['Evals', evals],
    ['Cases', cases],
    ['Gates', gates],
  ];
  const rows = lines
    .filter(([, counts]) => VERDICTS.some((verdict) => counts[verdict] > 0))
    .map(([name, counts]) => {
      const row: Child[] = VERDICTS.map((verdict) =>
        el(
          'span',
          counts[verdict] === 0 ? 'zero' : `ink-${verdict}`,
          formatNumber(counts[verdict]),
        ),
      );
      row.unshift(name);
      return row;
    });
  return el(
    'section',
    '',
    table(
      'totals',
      'Totals',
      ['', ...VERDICTS.map((verdict) => `#${GLYPHS[verdict]} ${LABELS[verdict]}`)],
      rows,
    ),
    el(
      'p',
      'facts',
      el('span', 'part', `${formatCount(runs, 'run')} measured`),
      errors === 0
        ? null
        : el('span', 'part ink-error', `${formatCount(errors, 'run')} not measured`),
      el('span', 'part', formatCount(calls, 'call')),
    ),
  );
}

const TOP = 8;

/** Words by how many tests and evals have them. */
function top(
  title: string,
  lists: readonly (readonly number[])[],
  words: readonly string[],
  search: (query: string) => void,
): HTMLElement | null {
  const counts = new Map<number, number>();
  for (const place of lists.flat()) counts.set(place, (counts.get(place) ?? 0) + 1);
  if (counts.size === 0) return null;
  const most = [...counts].sort(([a, x], [b, y]) => y - x || a - b).slice(0, TOP);
  const entries = most.map(([place, count]) => {
    const word = words[place] ?? '';
    return el(
      'li',
      '',
      button('quiet', () => search(word), code(word), el('b', '', formatNumber(count))),
    );
  });
  return section(title, el('ol', 'top-list', ...entries));
}

function issues({ issues: list, moreIssues }: ReportIndex['about']): HTMLElement | null {
  if (list.length === 0) return null;
  const entries = list.map((issue) =>
    el(
      'li',
      `issue ${issue.severity}`,
      el(
        'span',
        'issue-head',
        el('span', '', issue.severity),
        issue.where === null ? null : code(issue.where),
      ),
      data(issue.message, 'issue-message'),
      issue.hint === null ? null : el('span', 'hint', data(issue.hint)),
      el('span', 'issue-code', code(issue.code)),
    ),
  );
  if (moreIssues !== undefined) entries.push(el('li', '', `and ${formatNumber(moreIssues)} more`));
  return section('Warnings', el('ul', 'issues', ...entries));
}

function about({ suites, version, shard, timing }: ReportIndex['about']): HTMLElement {
  const { startedAt, durationMs } = timing;
  const list = el('dl', 'about');
  const entry = (name: string, ...values: readonly Child[]): void => {
    list.append(el('dt', '', name), el('dd', '', ...values));
  };
  for (const { file, sha256 } of suites) {
    entry('Suite', code(file), el('span', 'hash', 'SHA-256 ', code(sha256)));
  }
  if (shard !== undefined) entry('Shard', `${shard.index} of ${shard.count}`);
  if (startedAt !== undefined) entry('Started', data(startedAt));
  if (durationMs !== undefined) entry('Took', `${formatNumber(durationMs)} ms`);
  entry('Made by', 'whichtool ', data(version));
  entry('Keys', 'j and k move, Enter opens, / searches, Escape goes back');
  return section('About this report', list);
}
