import type { JSX } from 'preact';
import { formatNumber, formatValue } from '#reporters';
import { binsOf, type Distribution } from './distributions.ts';

/** What cases or runs used, as histograms. */
export function UsageView({
  distributions,
}: {
  readonly distributions: readonly Distribution[];
}): JSX.Element {
  return (
    <div class="histograms">
      {distributions.map((distribution) => (
        <Histogram key={distribution.title} distribution={distribution} />
      ))}
    </div>
  );
}

function Histogram({ distribution }: { readonly distribution: Distribution }): JSX.Element {
  const { title, values, unit } = distribution;
  const { starts, counts, step } = binsOf(values);
  const top = counts.reduce((a, b) => Math.max(a, b), 1);
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    amountText(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0, unit);
  return (
    <figure class="histogram">
      <figcaption>
        {title} <span class="soft">{`median ${at(0.5)}, 95 % up to ${at(0.95)}`}</span>
      </figcaption>
      <div class="bars" role="img" aria-label={describe(distribution, starts, counts)}>
        {counts.map((count, i) => (
          <i
            key={i}
            style={{ '--part': count / top }}
            title={`${amountText(starts[i] ?? 0, unit)} up to ${amountText((starts[i] ?? 0) + step, unit)}: ${formatNumber(count)}`}
          />
        ))}
      </div>
      <div class="axis soft small" aria-hidden="true">
        <span>{amountText(starts[0] ?? 0, unit)}</span>
        <span>{amountText((starts.at(-1) ?? 0) + step, unit)}</span>
      </div>
    </figure>
  );
}

function describe(
  { unit }: Distribution,
  starts: readonly number[],
  counts: readonly number[],
): string {
  return counts
    .map((count, i) => `from ${amountText(starts[i] ?? 0, unit)}: ${formatNumber(count)}`)
    .join('; ');
}

function amountText(value: number, unit: Distribution['unit']): string {
  if (unit === 'share')
    return formatValue(Math.round(Math.min(value, 1) * 10_000) / 10_000, 'ratio');
  if (unit === 'cost') return String(Number((value / 1e9).toPrecision(3)));
  if (unit === 'time')
    return value < 1000 ? `${Math.round(value)} ms` : `${Number((value / 1000).toPrecision(3))} s`;
  return formatNumber(Math.round(value * 100) / 100);
}
