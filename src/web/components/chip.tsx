import type { ComponentChildren, JSX } from 'preact';
import { formatNumber } from '#reporters';

/** A filter that is on or off, with how many entries it leaves. */
export function Chip({ isOn, count, onClick, href, children }: ChipParts): JSX.Element {
  const content = (
    <>
      <span class="cut">{children}</span>
      {count === undefined ? null : (
        <b>{typeof count === 'number' ? formatNumber(count) : count}</b>
      )}
    </>
  );
  if (href !== undefined)
    return (
      <a class="chip" href={href} aria-current={isOn ? 'true' : undefined}>
        {content}
      </a>
    );
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={onClick}>
      {content}
    </button>
  );
}

interface ChipParts {
  readonly isOn: boolean;
  /** A count, or words where it is not known. */
  readonly count?: number | string;
  readonly onClick?: () => void;
  /** Where the filter is a part of the address. */
  readonly href?: string;
  readonly children: ComponentChildren;
}
