import type { JSX } from 'preact';

/** A choice of one among a few, all of them visible. */
export function Segments<T extends string>({
  label,
  options,
  chosen,
  onChoose,
}: SegmentParts<T>): JSX.Element {
  return (
    <div class="segments" role="group" aria-label={label}>
      {options.map(([value, words]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

interface SegmentParts<T> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, words: string])[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}
