import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A text that is taken over when the field is left or Enter is pressed; Escape gives the old one back. */
export function TextField({ label, value, onChange, list, class: name }: TextParts): JSX.Element {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = (): void => {
    if (text !== value) onChange(text);
  };
  return (
    <input
      type="text"
      class={name}
      list={list}
      value={text}
      aria-label={label}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        else if (event.key === 'Escape') setText(value);
      }}
    />
  );
}

interface TextParts {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The id of a datalist with suggestions. */
  readonly list?: string | undefined;
  readonly class?: string | undefined;
}
