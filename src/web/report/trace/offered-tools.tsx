import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { QuotedTool, ReportEntry } from '#core';
import { formatCount } from '#reporters';
import { Lines, Name } from '../../components/foreign.tsx';
import { SearchField } from '../../components/search-field.tsx';

/** Lists of this many tools are searched rather than read. */
const SEARCHED_FROM = 12;

/** The tools that the model could choose from, those of this run first. */
export function OfferedTools({ tools, entry }: OfferedParts): JSX.Element {
  const [query, setQuery] = useState('');
  const called = new Set((entry.evidence?.calls ?? []).map(({ tool }) => tool));
  const expected = new Set((entry.evidence?.expected?.calls ?? []).map(({ tool }) => tool));
  const isNamed = (names: ReadonlySet<string>, tool: string): boolean =>
    names.has(tool) || names.has(tool.slice(tool.lastIndexOf('.') + 1));
  const rank = ({ tool }: QuotedTool): number =>
    isNamed(expected, tool) ? 0 : isNamed(called, tool) ? 1 : 2;
  const shown = tools
    .filter(({ tool, description = '' }) =>
      `${tool}\n${description}`.toLowerCase().includes(query.toLowerCase()),
    )
    .toSorted((a, b) => rank(a) - rank(b));
  return (
    <details class="trace-part offered">
      <summary>{`${formatCount(tools.length, 'tool')} offered`}</summary>
      {tools.length < SEARCHED_FROM ? null : (
        <SearchField label="Search offered tools" value={query} onInput={setQuery} />
      )}
      <dl>
        {shown.map((tool) => (
          <>
            <dt>
              <Name text={tool.tool} />
              {isNamed(expected, tool.tool) ? <span class="good small"> expected</span> : null}
              {isNamed(called, tool.tool) ? <span class="small soft"> called</span> : null}
            </dt>
            <dd>
              {tool.description === undefined ? (
                <span class="soft">without a description</span>
              ) : (
                <Lines text={tool.description} />
              )}
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}

interface OfferedParts {
  readonly tools: readonly QuotedTool[];
  readonly entry: ReportEntry;
}
