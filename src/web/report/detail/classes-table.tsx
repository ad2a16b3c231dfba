import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ClassReport, ScoreReport } from '#core';
import { formatNumber, formatValue } from '#reporters';
import { Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import type { SuiteLinks } from '../address/use-suite-links.ts';

/** The classes of a scorer with their recall, the most missed first. */
export function ClassesTable({
  score,
  edit = () => null,
}: {
  readonly score: ScoreReport;
  /** The editor at a class. */
  readonly edit?: SuiteLinks['edit'];
}): JSX.Element {
  const classes = useMemo(
    () => (score.classes ?? []).toSorted((a, b) => b.misses - a.misses),
    [score],
  );
  const columns: readonly Column<ClassReport>[] = [
    {
      id: 'class',
      value: ({ name }) => name,
      cell: ({ name }) => <ClassName name={name} href={edit(`class:${name}`)} />,
    },
    ...FIGURES,
  ];
  return <DataTable name="classes" caption="Classes" columns={columns} rows={classes} />;
}

function ClassName({
  name,
  href,
}: {
  readonly name: string;
  readonly href: string | null;
}): JSX.Element {
  if (href === null) return <Name text={name} />;
  return (
    <a href={href} title="Edit this class and see what follows">
      <Name text={name} />
    </a>
  );
}

const FIGURES: readonly Column<ClassReport>[] = [
  {
    id: 'called',
    class: 'number',
    value: ({ hits }) => hits,
    cell: ({ hits }) => formatNumber(hits),
  },
  {
    id: 'missed',
    class: 'number',
    value: ({ misses }) => misses,
    cell: ({ misses }) => (
      <span class={misses > 0 ? 'bad strong' : undefined}>{formatNumber(misses)}</span>
    ),
  },
  {
    id: 'recall',
    class: 'tool-recall',
    value: ({ recall }) => recall,
    cell: ({ recall, misses }) => (
      <>
        <IntervalBar value={recall} interval={null} max={100} tone={misses > 0 ? 'fail' : 'pass'} />
        {formatValue(recall, 'percent')}
      </>
    ),
  },
  {
    id: 'called as',
    class: 'class-tools',
    value: ({ matched_by }) => matched_by.join(', '),
    cell: ({ matched_by }) =>
      matched_by.map((tool, i) => (
        <>
          {i === 0 ? '' : ', '}
          <Name key={i} text={tool} />
        </>
      )),
  },
];
