import type { JSX } from 'preact';
import {
  fewNote,
  formatValue,
  type TagLine,
  tagFigure,
  tagMetrics,
  tagNote,
  tagPassing,
} from '#reporters';
import { Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { Wide } from '../../components/wide.tsx';

/** A line for each tag: how many pass, with the interval, and the first metric of each scorer. */
export function TagsTable({ lines, noun }: TagsParts): JSX.Element {
  const metrics = tagMetrics(lines);
  return (
    <>
      <Wide>
        <table class="tools">
          <caption class="unseen">Tags</caption>
          <thead>
            <tr>
              <th scope="col">tag</th>
              <th scope="col" class="number">
                {noun} that pass
              </th>
              <th scope="col">share, 95 %</th>
              {metrics.map((metric) => (
                <th key={metric} scope="col">
                  <Name text={metric} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.tag}>
                <td>
                  <Name text={line.tag} /> <span class="soft small">{tagNote(line)}</span>
                </td>
                <td class="number">{tagPassing(line)}</td>
                <td class="tool-recall">
                  <IntervalBar
                    value={line.passing.rate}
                    interval={line.passing.interval}
                    max={1}
                    tone="plain"
                  />
                  {formatValue(line.passing.rate, 'ratio')}
                </td>
                {metrics.map((metric) => (
                  <td key={metric}>{tagFigure(line, metric)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <p class="soft small">{fewNote(lines)}</p>
    </>
  );
}

interface TagsParts {
  readonly lines: readonly TagLine[];
  readonly noun: 'cases' | 'tests';
}
