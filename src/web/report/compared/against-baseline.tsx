import type { JSX } from 'preact';
import type { ReportIndex } from '#reporters';
import { useAddresses } from '../address/addresses.ts';
import { HOME } from '../address/route.ts';
import type { Item } from '../data/items.ts';

/** How the run compares with its baseline, with a link to the reasons. */
export function AgainstBaseline({ index, items }: BaselineParts): JSX.Element | null {
  const { format } = useAddresses();
  const { compared } = index;
  if (compared === undefined) return null;
  return (
    <p class="why">
      Against the baseline:{' '}
      <a href={format({ ...HOME, view: 'compared' }, items)} class={`verdict ${compared.tone}`}>
        {compared.headline}
      </a>
    </p>
  );
}

interface BaselineParts {
  readonly index: ReportIndex;
  readonly items: readonly Item[];
}
