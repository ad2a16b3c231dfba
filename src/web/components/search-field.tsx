import type { JSX, RefObject } from 'preact';
import { Kbd } from './kbd.tsx';

/** A field that filters while people type. */
export function SearchField({
  label,
  value,
  onInput,
  fieldRef,
  shortcut,
}: SearchParts): JSX.Element {
  return (
    <div class="field search">
      <input
        ref={fieldRef ?? null}
        type="search"
        value={value}
        placeholder={label}
        aria-label={label}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {shortcut === undefined || value !== '' ? null : <Kbd keys={shortcut} />}
    </div>
  );
}

interface SearchParts {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly fieldRef?: RefObject<HTMLInputElement | null>;
  readonly shortcut?: string;
}
