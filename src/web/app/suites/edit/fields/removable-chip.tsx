import type { JSX } from 'preact';
import { formatNumber } from '#reporters';
import { Name } from '../../../../components/foreign.tsx';

/** A name in a list, with how often it is called, and a button that removes it. */
export function RemovableChip({ text, count, label, onRemove }: ChipParts): JSX.Element {
  return (
    <span class="tool-chip" data-part={`tool:${text}`}>
      <Name text={text} class="cut" />
      {count === undefined ? null : (
        <span class="soft small" title={`${formatNumber(count)} calls in the runs`}>
          {formatNumber(count)}
        </span>
      )}
      <button type="button" aria-label={label} title={label} onClick={onRemove}>
        <span aria-hidden="true">×</span>
      </button>
    </span>
  );
}

interface ChipParts {
  readonly text: string;
  readonly count?: number | undefined;
  readonly label: string;
  readonly onRemove: () => void;
}
