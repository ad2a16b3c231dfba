import type { JSX } from 'preact';
import { formatNumber, type IndexPart } from '#reporters';
import { Chip } from '../../components/chip.tsx';
import { Foreign } from '../../components/foreign.tsx';
import { ALL_TESTS, sidesAddress, type SidesRoute } from '../sides/sides-address.ts';

/** Which part of a comparison is listed: all tests, or one eval. */
export function PartChoice({ parts, route }: ChoiceParts): JSX.Element {
  return (
    <div class="chips" role="group" aria-label="Listed">
      {parts.map(({ kind, name, worse, better }) => {
        const part = kind === 'eval' ? name : ALL_TESTS;
        const change = { eval: part, case: null, show: null, query: '' };
        return (
          <Chip
            key={`${kind} ${name}`}
            isOn={route.eval === part}
            count={`${formatNumber(worse.total)} worse, ${formatNumber(better.total)} better`}
            href={sidesAddress('/compare', route, change)}
          >
            <Foreign text={kind === 'eval' ? name : 'all tests'} />
          </Chip>
        );
      })}
    </div>
  );
}

interface ChoiceParts {
  readonly parts: readonly IndexPart[];
  readonly route: SidesRoute;
}
