import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { driftDocument, formatNumber } from '#reporters';
import type { ApiLiveDrift } from '#schema';
import { Button } from '../../components/button.tsx';
import { DocumentView } from '../../components/document-view.tsx';
import { visit } from '../address/use-address.ts';
import { useApi } from '../data/use-api.ts';
import { Await, Empty } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';
import {
  lastAgainstBefore,
  readWindows,
  SPANS,
  toLocalText,
  type Windows,
} from './drift-windows.ts';

/** Two windows of what arrived, compared without labels. */
export function DriftPage({ query }: ViewParts): JSX.Element {
  const windows = readWindows(query);
  return (
    <main class="view drift">
      <h1>Drift</h1>
      <p class="soft">
        How tools were used in two windows of time, without a suite or a label: the figures of{' '}
        <code>whichtool drift</code>.
      </p>
      <div class="chips" role="group" aria-label="Windows">
        {SPANS.map(([words, ms]) => (
          <Button key={words} onClick={() => visitWindows(lastAgainstBefore(ms, Date.now()))}>
            {words}
          </Button>
        ))}
      </div>
      <WindowForm
        key={`${windows?.before} ${windows?.after}`}
        windows={windows ?? lastAgainstBefore(SPANS[0]![1], Date.now())}
      />
      {windows === null ? (
        <Empty title="Choose two windows of time.">
          <p>
            They are over the traces that arrive under <a href="/live">Live</a>. Of files,{' '}
            <code>npx whichtool drift before.jsonl after.jsonl</code> prints the same.
          </p>
        </Empty>
      ) : (
        <Compared windows={windows} />
      )}
    </main>
  );
}

function visitWindows({ before, after }: Windows): void {
  visit(`/drift?${new URLSearchParams({ before, after }).toString()}`);
}

const FIELDS = ['Before: from', 'to', 'After: from', 'to'] as const;

function WindowForm({ windows: { before, after } }: { readonly windows: Windows }): JSX.Element {
  const [times, setTimes] = useState(() =>
    [...before.split('/'), ...after.split('/')].map(toLocalText),
  );
  const submit = (): void => {
    const [a, b, c, d] = times.map((text) => new Date(text).toISOString());
    visitWindows({ before: `${a}/${b}`, after: `${c}/${d}` });
  };
  return (
    <form
      class="drift-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {FIELDS.map((name, i) => (
        <label key={i}>
          {name}
          <span class="field">
            <input
              type="datetime-local"
              required
              aria-label={
                i < 2 ? `Before, ${i === 0 ? 'from' : 'to'}` : `After, ${i === 2 ? 'from' : 'to'}`
              }
              value={times[i] ?? ''}
              onInput={({ currentTarget: { value } }) =>
                setTimes(times.map((time, at) => (at === i ? value : time)))
              }
            />
          </span>
        </label>
      ))}
      <button type="submit" class="button primary">
        Compare
      </button>
    </form>
  );
}

function Compared({ windows: { before, after } }: { readonly windows: Windows }): JSX.Element {
  const query = new URLSearchParams({ before, after });
  const compared = useApi<ApiLiveDrift>(`live/drift?${query.toString()}`);
  return (
    <Await loaded={compared} what="the two windows">
      {({ report, ...arrived }) => (
        <>
          <Drawn {...arrived} />
          <Missing {...arrived} />
          <DocumentView blocks={driftDocument(report).blocks} />
        </>
      )}
    </Await>
  );
}

/** Says what to do where a window has nothing in it. */
function Missing({ before, after }: Omit<ApiLiveDrift, 'report'>): JSX.Element | null {
  const empty = [before.arrived === 0 ? 'before' : [], after.arrived === 0 ? 'after' : []].flat();
  if (empty.length === 0) return null;
  return (
    <p class="warn">
      {`No trace arrived in the window ${empty.join(', nor in the window ')}: choose another one. `}
      <a href="/live">See what arrived</a>
    </p>
  );
}

/** Says where only a part of a window was compared. */
function Drawn({ before, after }: Omit<ApiLiveDrift, 'report'>): JSX.Element | null {
  if (before.arrived === before.read && after.arrived === after.read) return null;
  const part = ({ read, arrived }: ApiLiveDrift['before']): string =>
    `${formatNumber(read)} of ${formatNumber(arrived)}`;
  return (
    <p class="warn">
      {`Compared are ${part(before)} traces before and ${part(after)} after, drawn evenly over each window.`}
    </p>
  );
}
