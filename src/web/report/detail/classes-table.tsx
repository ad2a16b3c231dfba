import type { JSX } from 'preact';
import type { ClassReport, ScoreReport } from '#core';
import { formatNumber, formatValue } from '#reporters';
import { Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { Wide } from '../../components/wide.tsx';

/** The classes of a scorer with their recall, the most missed first. */
export function ClassesTable({ score }: { readonly score: ScoreReport }): JSX.Element {
  const classes = (score.classes ?? []).toSorted((a, b) => b.misses - a.misses);
  return (
    <Wide>
      <table class="classes">
        <caption class="unseen">Classes</caption>
        <thead>
          <tr>
            <th scope="col">class</th>
            <th scope="col" class="number">
              called
            </th>
            <th scope="col" class="number">
              missed
            </th>
            <th scope="col">recall</th>
            <th scope="col">called as</th>
          </tr>
        </thead>
        <tbody>
          {classes.map((each, i) => (
            <ClassRow key={i} each={each} />
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function ClassRow({ each }: { readonly each: ClassReport }): JSX.Element {
  const { name, hits, misses, recall, matched_by } = each;
  return (
    <tr>
      <td>
        <Name text={name} />
      </td>
      <td class="number">{formatNumber(hits)}</td>
      <td class={misses > 0 ? 'number bad strong' : 'number'}>{formatNumber(misses)}</td>
      <td class="tool-recall">
        <IntervalBar value={recall} interval={null} max={100} tone={misses > 0 ? 'fail' : 'pass'} />
        {formatValue(recall, 'percent')}
      </td>
      <td>
        {matched_by.map((tool, i) => (
          <>
            {i === 0 ? '' : ', '}
            <Name key={i} text={tool} />
          </>
        ))}
      </td>
    </tr>
  );
}
