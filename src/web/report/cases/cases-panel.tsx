import type { JSX, RefObject } from 'preact';
import { type EntryFilter, NO_FILTER, type Verdict } from '#core';
import { formatNumber, LABELS, shownModes, VERDICTS } from '#reporters';
import { Chip } from '../../components/chip.tsx';
import { Name } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import type { Listing, Measured } from '../data/report-source.ts';
import type { Links } from '../detail/links.ts';
import { useSuiteLinks } from '../address/use-suite-links.ts';
import { CaseRow } from './case-row.tsx';
import { type CellsByCase, summaryOf } from './summary-of.ts';

/** Runs of a test that passes, each under gates on all of them: a run that is below one has not failed the test. */
const ALONE: Readonly<Partial<Record<Verdict, string>>> = {
  pass: 'Meet every gate alone',
  fail: 'Miss a gate alone',
};

/** The runs or cases that a filter leaves, one line each. */
export function CasesPanel(parts: CasesParts): JSX.Element {
  const { listing, cells, links, isRepeated } = parts;
  const { kind, total, at, row: current, isChosen } = listing;
  const noun = kind === 'case' ? 'Cases' : 'Runs';
  return (
    <Panel title={noun} id="cases" class="cases-panel" controls={<Search {...parts} />}>
      <Filters {...parts} />
      <Changeable measured={parts.measured} filter={parts.filter} />
      {total === 0 ? (
        <p class="soft empty">
          {`No ${noun.toLowerCase()} match. `}
          <a href={links.filter({ ...NO_FILTER, show: 'all' })}>Show all</a>
        </p>
      ) : null}
      <VirtualList
        count={total ?? 0}
        label={noun}
        current={current < 0 ? null : current}
        isFollowed={isChosen}
        row={(i) => {
          const entry = at(i);
          return entry === null ? (
            <span class="case soft">…</span>
          ) : (
            <CaseRow
              entry={entry}
              summary={summaryOf(entry, cells)}
              href={links.entry(entry)}
              isCurrent={i === current}
              isRepeated={isRepeated}
            />
          );
        }}
      />
    </Panel>
  );
}

export interface CasesParts {
  readonly measured: Measured;
  readonly listing: Listing;
  readonly cells: CellsByCase;
  readonly links: Links;
  readonly filter: EntryFilter;
  readonly changes: ReadonlyMap<string, 'worse' | 'better'>;
  readonly isRepeated: boolean;
  /** Whether gates over all runs of a test held. */
  readonly isAccepted: boolean;
  readonly onSearch: (query: string) => void;
  readonly fieldRef: RefObject<HTMLInputElement | null>;
}

/** Where what the cases are filtered by can be changed: the tools of a cell, or a tool. */
function Changeable({
  measured,
  filter: { expected, called, tool },
}: Pick<CasesParts, 'measured' | 'filter'>): JSX.Element | null {
  const suite = useSuiteLinks(measured);
  const trial = expected === null || called === null ? null : suite.trial(expected, called);
  const shown = tool ?? expected;
  const editor = shown === null ? null : suite.edit(`tool:${shown}`);
  if (trial === null && editor === null) return null;
  return (
    <p class="soft small">
      {trial === null ? null : <a href={trial}>Try other descriptions of the two</a>}
      {trial === null || editor === null ? '' : ' · '}
      {editor === null ? null : <a href={editor}>Edit the suite at this tool</a>}
    </p>
  );
}

function Search({ filter, onSearch, fieldRef, listing }: CasesParts): JSX.Element {
  const { total, count } = listing;
  return (
    <span class="cases-search">
      <span class="soft small" role="status">
        {total === null
          ? 'Reading…'
          : total === count
            ? formatNumber(count)
            : `${formatNumber(total)} of ${formatNumber(count)}`}
      </span>
      <SearchField
        label="Search"
        value={filter.query}
        onInput={onSearch}
        fieldRef={fieldRef}
        shortcut="/"
      />
    </span>
  );
}

function Filters({
  measured,
  listing: { count: all, counts, show },
  filter,
  changes,
  links,
  isAccepted,
}: CasesParts): JSX.Element {
  const present = VERDICTS.filter((verdict) => (counts.get(verdict) ?? 0) > 0);
  const modes = 'cases' in measured ? shownModes(measured.failureModes) : [];
  const changed = (['worse', 'better'] as const).map(
    (change) => [change, [...changes.values()].filter((each) => each === change).length] as const,
  );
  const { expected, called, tool } = filter;
  return (
    <div class="chips" role="group" aria-label="Show">
      {expected !== null && called !== null ? (
        <Chip isOn href={links.filter({ expected: null, called: null, show: null })}>
          <Name text={expected} /> → <Name text={called} /> ×
        </Chip>
      ) : null}
      {tool === null ? null : (
        <Chip isOn href={links.filter({ tool: null, show: null })}>
          <Name text={tool} /> ×
        </Chip>
      )}
      {present.map((verdict) => (
        <Chip
          key={verdict}
          isOn={show === verdict}
          count={counts.get(verdict) ?? 0}
          href={links.filter({ show: verdict })}
        >
          {(isAccepted ? ALONE[verdict] : undefined) ?? LABELS[verdict]}
        </Chip>
      ))}
      {present.length > 1 || present.length === 0 ? (
        <Chip isOn={show === 'all'} count={all} href={links.filter({ show: 'all' })}>
          All
        </Chip>
      ) : null}
      {modes.map(([mode, count]) => {
        const id = mode.replaceAll(' ', '_');
        const isOn = filter.mode === id;
        return (
          <Chip
            key={mode}
            isOn={isOn}
            count={count ?? 'not measured'}
            href={links.filter({ mode: isOn ? null : id })}
          >
            {mode}
          </Chip>
        );
      })}
      {changed.map(([change, count]) =>
        count === 0 ? null : (
          <Chip
            key={change}
            isOn={filter.changed === change}
            count={count}
            href={links.filter({ changed: filter.changed === change ? null : change })}
          >
            {`${change} than the baseline`}
          </Chip>
        ),
      )}
    </div>
  );
}
