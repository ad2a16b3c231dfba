import type { JSX } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { formatNumber, makeVisible } from '#reporters';
import { CappedText } from '../reading/capped-text.tsx';
import { PAGE_CAP } from '../reading/cap-text.ts';
import { toggled } from '../reading/reading.ts';
import { VirtualList } from '../virtual-list.tsx';
import { JsonReaderContext } from './json-reader.ts';
import { type JsonRows, visibleRows } from './json-rows.ts';

type Read = { readonly text: string; readonly rows: JsonRows | null };

/** JSON of any size: it is read beside the page, and only the rows in view are drawn. */
export function LargeJson({ text }: { readonly text: string }): JSX.Element {
  const reader = useContext(JsonReaderContext);
  const [read, setRead] = useState<Read | null>(null);
  useEffect(() => {
    let isWanted = true;
    const take = (rows: JsonRows | null): void => {
      if (isWanted) setRead({ text, rows });
    };
    if (reader !== null) reader(text).then(take, () => take(null));
    return () => {
      isWanted = false;
    };
  }, [reader, text]);
  if (reader === null) return <CappedText text={text} cap={PAGE_CAP} />;
  if (read?.text !== text)
    return (
      <p class="soft small" role="status">{`Reading ${formatNumber(text.length)} characters…`}</p>
    );
  return read.rows === null ? <CappedText text={text} cap={PAGE_CAP} /> : <Tree rows={read.rows} />;
}

/** Deeper parts are closed until they are opened, where there are many. */
const OPEN_DEPTH = 2;

function Tree({ rows }: { readonly rows: JsonRows }): JSX.Element {
  const [closed, setClosed] = useState(() => closedAtFirst(rows));
  const visible = useMemo(() => visibleRows(rows, closed), [rows, closed]);
  return (
    <div class="large-json">
      <VirtualList
        count={visible.length}
        label={`${formatNumber(rows.count)} values`}
        current={null}
        isFollowed={false}
        row={(i) => {
          const row = visible[i] ?? 0;
          return (
            <TreeRow
              rows={rows}
              row={row}
              isClosed={closed.has(row)}
              onToggle={() => setClosed(toggled(closed, row))}
            />
          );
        }}
      />
    </div>
  );
}

function TreeRow({ rows, row, isClosed, onToggle }: RowParts): JSX.Element {
  const hasParts = (rows.ends[row] ?? 0) > row + 1;
  const key = rows.keys[row] ?? '';
  return (
    <div class="large-json-row" style={{ '--depth': Math.min(rows.depths[row] ?? 0, 40) }}>
      {hasParts ? (
        <button
          type="button"
          aria-expanded={!isClosed}
          aria-label={makeVisible(key === '' ? 'all' : key)}
          onClick={onToggle}
        >
          <span aria-hidden="true">{isClosed ? '▸' : '▾'}</span>
        </button>
      ) : null}
      {key === '' ? null : (
        <span class="json-key">
          <bdi>{makeVisible(key)}</bdi>:{' '}
        </span>
      )}
      <bdi class={hasParts ? 'json-note' : undefined}>{makeVisible(rows.texts[row] ?? '')}</bdi>
    </div>
  );
}

interface RowParts {
  readonly rows: JsonRows;
  readonly row: number;
  readonly isClosed: boolean;
  readonly onToggle: () => void;
}

function closedAtFirst({ count, depths, ends }: JsonRows): ReadonlySet<number> {
  const closed = new Set<number>();
  for (let row = 0; row < count; row += 1)
    if ((depths[row] ?? 0) >= OPEN_DEPTH && (ends[row] ?? 0) > row + 1) closed.add(row);
  return closed;
}
