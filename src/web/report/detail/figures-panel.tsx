import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EntryFilter } from '#core';
import type { Distribution } from '#reporters';
import { Panel } from '../../components/panel.tsx';
import { Segments } from '../../components/segments.tsx';
import type { Measured } from '../data/report-source.ts';
import { MatrixView } from '../matrix/matrix-panel.tsx';
import { ClassesTable } from './classes-table.tsx';
import type { Links } from './links.ts';
import { MetricsTable } from './metrics-table.tsx';
import { UsageView } from '../usage/usage-view.tsx';
import { useSuiteLinks } from '../address/use-suite-links.ts';
import { ArgumentsTable } from './arguments-table.tsx';
import { TagsTable } from './tags-table.tsx';
import { ToolsTable } from './tools-table.tsx';

type Tab = 'confusion' | 'tags' | 'classes' | 'tools' | 'arguments' | 'usage' | 'metrics';

const TABS: Readonly<Record<Tab, string>> = {
  confusion: 'Confusion',
  tags: 'Tags',
  classes: 'Classes',
  tools: 'Tools',
  arguments: 'Arguments',
  usage: 'Usage',
  metrics: 'Metrics',
};

/** The figures of a test or an eval: the matrix or the classes first, then tools, usage and every metric. */
export function FiguresPanel({ measured, usage, links, current }: FigureParts): JSX.Element {
  const tabs = tabsOf(measured, usage);
  const [chosen, setChosen] = useState<Tab | null>(null);
  const tab = chosen !== null && tabs.includes(chosen) ? chosen : (tabs[0] ?? 'metrics');
  return (
    <Panel
      class="figures-panel"
      title={TABS[tab]}
      isTitleUnseen={tabs.length > 1}
      controls={
        tabs.length < 2 ? null : (
          <Segments
            label="Figures"
            options={tabs.map((each) => [each, TABS[each]])}
            chosen={tab}
            onChoose={setChosen}
          />
        )
      }
    >
      <FigureTab tab={tab} measured={measured} usage={usage} links={links} current={current} />
    </Panel>
  );
}

interface FigureParts {
  readonly measured: Measured;
  readonly usage: readonly Distribution[];
  readonly links: Links;
  /** The cell that the cases are filtered by. */
  readonly current: Pick<EntryFilter, 'expected' | 'called'>;
}

function tabsOf(measured: Measured, usage: readonly Distribution[]): readonly Tab[] {
  const hasMatrix = 'cases' in measured && measured.confusion !== undefined;
  const hasTools = 'cases' in measured && (measured.perTool ?? []).length > 0;
  const hasTags = 'cases' in measured && (measured.perTag ?? []).length > 0;
  const hasArguments = 'cases' in measured && (measured.perArgument ?? []).length > 0;
  const hasClasses = measured.scores.some(({ classes = [] }) => classes.length > 0);
  return [
    ...(hasMatrix ? ['confusion' as const] : []),
    ...(hasTags ? ['tags' as const] : []),
    ...(hasClasses ? ['classes' as const] : []),
    ...(hasTools ? ['tools' as const] : []),
    ...(hasArguments ? ['arguments' as const] : []),
    ...(usage.length > 0 ? ['usage' as const] : []),
    'metrics',
  ];
}

function FigureTab({
  tab,
  measured,
  usage,
  links,
  current,
}: FigureParts & { tab: Tab }): JSX.Element {
  const suite = useSuiteLinks(measured);
  if ('cases' in measured && tab === 'confusion' && measured.confusion !== undefined)
    return (
      <MatrixView
        measured={measured}
        confusion={measured.confusion}
        links={links}
        current={current}
      />
    );
  if ('cases' in measured && tab === 'tools')
    return <ToolsTable measured={measured} links={links} />;
  if ('cases' in measured && tab === 'tags')
    return <TagsTable lines={measured.perTag ?? []} noun="cases" />;
  if ('cases' in measured && tab === 'arguments')
    return <ArgumentsTable reports={measured.perArgument ?? []} />;
  if (tab === 'classes')
    return (
      <>
        {measured.scores
          .filter(({ classes = [] }) => classes.length > 0)
          .map((score, i) => (
            <ClassesTable key={i} score={score} edit={suite.edit} />
          ))}
      </>
    );
  if (tab === 'usage') return <UsageView distributions={usage} />;
  return <MetricsTable measured={measured} />;
}
