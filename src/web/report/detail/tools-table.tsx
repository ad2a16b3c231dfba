import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { EvalReport, ToolReport } from '#core';
import { exposedTools, formatNumber, formatValue } from '#reporters';
import { Dotted } from '../../components/dotted.tsx';
import { Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { Words } from '../../components/words.tsx';
import type { Links } from './links.ts';

/** Every tool in numbers, the one with the most missed cases first. */
export function ToolsTable({ measured, links }: ToolParts): JSX.Element {
  const tools = useMemo(() => {
    const missed = ({ support, correct }: ToolReport): number => support - correct;
    return (measured.perTool ?? []).toSorted((a, b) => missed(b) - missed(a));
  }, [measured]);
  const columns: readonly Column<ToolReport>[] = [
    {
      id: 'tool',
      value: ({ tool }) => tool,
      cell: ({ tool }) => (
        <a href={links.tool(tool)}>
          <Name text={tool} />
        </a>
      ),
    },
    ...FIGURES,
  ];
  const exposed = exposedTools(measured.exposure);
  return (
    <>
      <DataTable name="tools" caption="Tools" columns={columns} rows={tools} />
      {exposed.length === 0 ? null : (
        <p class="facts soft">
          <b>Personal values that were not asked for:</b>{' '}
          <Dotted
            parts={exposed.map((part) => (
              <Words text={part} />
            ))}
          />
        </p>
      )}
    </>
  );
}

function countColumn(id: string, value: (tool: ToolReport) => number | null): Column<ToolReport> {
  return { id, value, class: 'number', cell: (tool) => formatNumber(value(tool) ?? 0) };
}

function shareColumn(id: 'precision' | 'F1', of: 'precision' | 'f1'): Column<ToolReport> {
  return {
    id,
    value: (tool) => tool[of],
    class: 'number',
    cell: (tool) => formatValue(tool[of], 'ratio'),
  };
}

const FIGURES: readonly Column<ToolReport>[] = [
  countColumn('expected', ({ support }) => support),
  countColumn('called', ({ predicted }) => predicted),
  countColumn('both', ({ correct }) => correct),
  {
    id: 'recall',
    value: ({ recall }) => recall,
    class: 'tool-recall',
    cell: ({ recall, interval }) => (
      <>
        <IntervalBar value={recall} interval={interval} max={1} tone="plain" />
        {formatValue(recall, 'ratio')}
      </>
    ),
  },
  shareColumn('precision', 'precision'),
  shareColumn('F1', 'f1'),
  countColumn('cost', ({ cost }) => cost),
];

interface ToolParts {
  readonly measured: EvalReport;
  readonly links: Links;
}
