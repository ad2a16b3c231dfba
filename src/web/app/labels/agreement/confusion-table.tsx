import type { JSX } from 'preact';
import { formatNumber } from '#reporters';
import type { ApiConfusedPair } from '#schema';
import { Name } from '../../../components/foreign.tsx';
import { Wide } from '../../../components/wide.tsx';

const MAX_ROWS = 30;

/** Pairs of different answers to the same cases, the most frequent first, beside how often both were the same. */
export function ConfusionTable({
  pairs,
}: {
  readonly pairs: readonly ApiConfusedPair[];
}): JSX.Element {
  const differing = pairs.filter(({ first, second }) => first !== second);
  if (differing.length === 0) return <p class="soft">No two answers to a case differ.</p>;
  const sameOf = (name: string): number =>
    pairs.find(({ first, second }) => first === name && second === name)?.cases ?? 0;
  return (
    <Wide>
      <table>
        <thead>
          <tr>
            <th scope="col">One says</th>
            <th scope="col">The other says</th>
            <th scope="col" class="number">
              Pairs of answers
            </th>
            <th scope="col" class="number">
              Both say the first
            </th>
            <th scope="col" class="number">
              Both say the second
            </th>
          </tr>
        </thead>
        <tbody>
          {differing.slice(0, MAX_ROWS).map(({ first, second, cases }) => (
            <tr key={`${first} ${second}`}>
              <td>
                <Name text={first} />
              </td>
              <td>
                <Name text={second} />
              </td>
              <td class="number">
                <b>{formatNumber(cases)}</b>
              </td>
              <td class="number soft">{formatNumber(sameOf(first))}</td>
              <td class="number soft">{formatNumber(sameOf(second))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differing.length > MAX_ROWS ? (
        <p class="soft small">and {formatNumber(differing.length - MAX_ROWS)} more pairs</p>
      ) : null}
    </Wide>
  );
}
