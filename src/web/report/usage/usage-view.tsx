import type { JSX } from 'preact';
import { type Distribution, formatNumber, formatValue } from '#reporters';

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
  const { title, unit, starts, counts, step, median, high } = distribution;
  const top = counts.reduce((a, b) => Math.max(a, b), 1);
  return (
    <figure class="histogram">
      <figcaption>
        {title}{' '}
        <span class="soft">{`median ${amountText(median, unit)}, 95 % up to ${amountText(high, unit)}`}</span>
      </figcaption>
      <div class="bars" role="img" aria-label={describe(distribution)}>
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

function describe({ unit, starts, counts }: Distribution): string {
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
