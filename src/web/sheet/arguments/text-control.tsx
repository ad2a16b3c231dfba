import type { JSX } from 'preact';
import type { ControlParts } from './control-parts.ts';

/**
 * A text or a number. A field of one line cannot get a line break by accident; a text that has some is shown in a larger
 * field. A number is kept as it is typed.
 */
export function TextControl({
  id,
  kind,
  value,
  pointer,
  problem,
  placeholder,
  onChange,
}: ControlParts & { readonly kind: 'text' | 'literal' }): JSX.Element {
  const text = value !== undefined && 'text' in value ? value.text : '';
  // An empty text that was asked for stays; one that is left over from typing is left out.
  const change = (next: string): void => onChange(next === '' ? undefined : { kind, text: next });
  const shared = {
    id,
    value: text,
    placeholder: value === undefined ? placeholder : '""',
    spellcheck: false,
    autocomplete: 'off',
    'aria-invalid': problem?.pointer === pointer,
    onInput: (event: { currentTarget: { value: string } }): void =>
      change(event.currentTarget.value),
  };
  if (kind === 'text' && (text.includes('\n') || text.length > LONG))
    return <textarea {...shared} rows={Math.min(8, text.split('\n').length + 1)} />;
  return (
    <input
      {...shared}
      type="text"
      inputMode={kind === 'literal' ? 'decimal' : 'text'}
      onPaste={(event) => {
        const pasted = event.clipboardData?.getData('text') ?? '';
        if (kind !== 'text' || !pasted.includes('\n')) return;
        event.preventDefault();
        const { selectionStart, selectionEnd } = event.currentTarget;
        change(text.slice(0, selectionStart ?? 0) + pasted + text.slice(selectionEnd ?? 0));
      }}
    />
  );
}

/** Texts from here on have a larger field when it is opened. */
const LONG = 10_000;
