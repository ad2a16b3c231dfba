import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';

/** More are not offered: who types gets those that fit. */
const MAX_OPTIONS = 100;

/** A field that adds a name: from those that are known, or another one. Enter adds it. */
export function AddField({ label, hint, options, onAdd }: AddParts): JSX.Element {
  const id = useId();
  const [text, setText] = useState('');
  const needle = text.toLowerCase();
  const fitting = options.filter(({ value }) => value.toLowerCase().includes(needle));
  const add = (value: string): void => {
    if (value.trim() === '') return;
    onAdd(value.trim());
    setText('');
  };
  return (
    <span class="add-field">
      <input
        type="text"
        list={id}
        value={text}
        placeholder={`+ ${hint}`}
        aria-label={label}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          const { value } = event.currentTarget;
          // A choice from the list comes as a whole: letters come one by one.
          const isChosen = (event as InputEvent).inputType === 'insertReplacementText';
          if (isChosen && options.some((option) => option.value === value)) add(value);
          else setText(value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add(event.currentTarget.value);
          else if (event.key === 'Escape') setText('');
        }}
      />
      <datalist id={id}>
        {fitting.slice(0, MAX_OPTIONS).map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </datalist>
    </span>
  );
}

interface AddParts {
  readonly label: string;
  /** What is added, in a word. */
  readonly hint: string;
  readonly options: readonly { readonly value: string; readonly words: string }[];
  readonly onAdd: (value: string) => void;
}
