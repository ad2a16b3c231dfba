import type { JSX } from 'preact';
import type { EvalReport, ToolReport } from '#core';
import { exposedTools, formatNumber, formatValue } from '#reporters';
import { Dotted } from '../../components/dotted.tsx';
import { Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { Words } from '../../components/words.tsx';
import { Wide } from '../../components/wide.tsx';
import type { Links } from './links.ts';

/** Every tool in numbers, the one with the most missed cases first. */
export function ToolsTable({ measured, links }: ToolParts): JSX.Element {
  const missed = ({ support, correct }: ToolReport): number => support - correct;
  const tools = (measured.perTool ?? []).toSorted((a, b) => missed(b) - missed(a));
  const exposed = exposedTools(measured.exposure);
  return (
    <>
      <Wide>
        <table class="tools">
          <caption class="unseen">Tools</caption>
          <thead>
            <tr>
              {HEADS.map((head, i) => (
                <th key={head} scope="col" class={i === 0 || i === 4 ? '' : 'number'}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tools.map((tool, i) => (
              <tr key={i}>
                <td>
                  <a href={links.tool(tool.tool)}>
                    <Name text={tool.tool} />
                  </a>
                </td>
                <td class="number">{formatNumber(tool.support)}</td>
                <td class="number">{formatNumber(tool.predicted)}</td>
                <td class="number">{formatNumber(tool.correct)}</td>
                <td class="tool-recall">
                  <IntervalBar value={tool.recall} interval={tool.interval} max={1} tone="plain" />
                  {formatValue(tool.recall, 'ratio')}
                </td>
                <td class="number">{formatValue(tool.precision, 'ratio')}</td>
                <td class="number">{formatValue(tool.f1, 'ratio')}</td>
                <td class="number">{formatNumber(tool.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
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

const HEADS = ['tool', 'expected', 'called', 'both', 'recall', 'precision', 'F1', 'cost'];

interface ToolParts {
  readonly measured: EvalReport;
  readonly links: Links;
}
