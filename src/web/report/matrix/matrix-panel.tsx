import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { ConfusionReport, EvalReport } from '#core';
import { formatNumber, formatValue, makeVisible } from '#reporters';
import { Button } from '../../components/button.tsx';
import { Dotted } from '../../components/dotted.tsx';
import { Foreign, Name } from '../../components/foreign.tsx';
import { Segments } from '../../components/segments.tsx';
import type { Links } from '../detail/links.ts';
import { type MatrixCell, type MatrixRow, MAX_SMALL, rowsOf, shapeOf } from './matrix-rows.ts';
import { RecallBar } from './recall-bar.tsx';

/** Longer names are cut at the head of a column. */
const MAX_LETTERS = 20;

type Figure = 'count' | 'share';

/** The confusion matrix: what was expected in rows, what was called in columns, the share of the row as colour. */
export function MatrixView({ measured, confusion, links, current }: MatrixParts): JSX.Element {
  const [figure, setFigure] = useState<Figure>('count');
  const [order, setOrder] = useState<'label' | 'confusion'>('label');
  const [isWhole, setWhole] = useState(false);
  const shape = useMemo(
    () => shapeOf(confusion, { isWhole, byConfusion: order === 'confusion' }),
    [confusion, isWhole, order],
  );
  const rows = useMemo(() => rowsOf(confusion, shape), [confusion, shape]);
  const { k, n, rate } = confusion.accuracy;
  const longest = shape.columns.reduce(
    (most, column) => Math.max(most, confusion.labels[column]?.length ?? 0),
    0,
  );
  return (
    <>
      <div class="matrix-bar">
        <span class="soft">
          {`${formatNumber(k)} of ${formatNumber(n)} as expected, ${formatValue(rate, 'ratio')}`}
        </span>
        <Segments
          label="Figures"
          options={[
            ['count', 'Counts'],
            ['share', 'Row %'],
          ]}
          chosen={figure}
          onChoose={setFigure}
        />
        <Segments
          label="Order"
          options={[
            ['label', 'By name'],
            ['confusion', 'By confusion'],
          ]}
          chosen={order}
          onChoose={setOrder}
        />
      </div>
      <div
        class={shape.columns.length > MAX_SMALL ? 'matrix-box large' : 'matrix-box'}
        tabindex={0}
      >
        <table
          class={shape.columns.length > 14 ? 'matrix dense' : 'matrix'}
          style={{ '--letters': Math.min(longest, MAX_LETTERS) }}
        >
          <caption class="unseen">Expected tools in rows, called tools in columns</caption>
          <thead>
            <tr>
              <th class="corner">
                <span>expected ↓ · called →</span>
              </th>
              {shape.columns.map((column) => (
                <th key={column} scope="col" title={makeVisible(confusion.labels[column] ?? '')}>
                  <span>
                    <Foreign text={confusion.labels[column] ?? ''} />
                  </span>
                </th>
              ))}
              <th scope="col" class="recall-head">
                recall
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.label}
                row={row}
                figure={figure}
                labels={confusion.labels}
                links={links}
                current={current}
                measured={measured}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shape.isCut ? (
        <Button look="quiet" class="small" onClick={() => setWhole(true)}>
          {`Show all ${formatNumber(confusion.labels.length)} labels`}
        </Button>
      ) : null}
      <Mutual confusion={confusion} />
    </>
  );
}

interface MatrixParts {
  readonly measured: EvalReport;
  readonly confusion: ConfusionReport;
  readonly links: Links;
  /** The cell that the cases are filtered by. */
  readonly current: { readonly expected: string | null; readonly called: string | null };
}

interface RowParts extends Pick<MatrixParts, 'links' | 'current' | 'measured'> {
  readonly row: MatrixRow;
  readonly figure: Figure;
  readonly labels: readonly string[];
}

function Row({ row, figure, labels, links, current, measured }: RowParts): JSX.Element {
  const expected = labels[row.label] ?? '';
  const cell = (each: MatrixCell): JSX.Element => {
    if (each.kind === 'gap')
      return (
        <td
          key={`gap ${each.column}`}
          class={each.columns === 1 ? 'gap' : 'gaps'}
          colSpan={each.columns}
        />
      );
    const called = labels[each.column] ?? '';
    const isRight = each.column === row.label;
    const isCurrent = current.expected === expected && current.called === called;
    return (
      <td key={each.column}>
        <a
          class={isRight ? 'cell right' : 'cell wrong'}
          style={{ '--share': each.share }}
          href={links.cell(expected, called)}
          aria-current={isCurrent ? 'true' : undefined}
          title={makeVisible(`expected ${expected}, called ${called}: ${each.count} of ${row.sum}`)}
        >
          {figure === 'count' ? formatNumber(each.count) : Math.round(each.share * 100)}
        </a>
      </td>
    );
  };
  return (
    <tr>
      <th scope="row" title={makeVisible(expected)}>
        <a href={links.tool(expected)}>
          <Name text={expected} class="cut" />
        </a>
      </th>
      {row.cells.map(cell)}
      <td class="recall">
        <RecallBar measured={measured} tool={expected} row={row} />
      </td>
    </tr>
  );
}

/** Pairs that are taken for each other. */
function Mutual({
  confusion: { mutual = [] },
}: {
  readonly confusion: ConfusionReport;
}): JSX.Element | null {
  if (mutual.length === 0) return null;
  return (
    <p class="mutual soft">
      Taken for each other:{' '}
      <Dotted
        parts={mutual.slice(0, 5).map(({ tools, shares }) => (
          <>
            <Name text={tools[0]} /> ⇄ <Name text={tools[1]} />{' '}
            {shares.map(({ rate }) => formatValue(rate, 'ratio')).join(' and ')}
          </>
        ))}
      />
    </p>
  );
}
