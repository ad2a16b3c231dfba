import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Segments } from '../../components/segments.tsx';
import { formatTree } from '../tree/format-tree.ts';
import type { JsonTree } from '../tree/json-tree.ts';
import { parseTree } from '../tree/parse-tree.ts';
import type { ControlParts } from './control-parts.ts';

/** A value of any type: text, or JSON. The reviewer says which, so that 7 and "7" are never mixed up. */
export function AnyControl({
  id,
  name,
  value,
  pointer,
  problem,
  placeholder,
  onChange,
}: ControlParts): JSX.Element {
  const [isJson, setJson] = useState(value !== undefined && value.kind !== 'text');
  const [typed, setTyped] = useState(value === undefined ? '' : formatTree(value, true));
  const change = (text: string, asJson: boolean): void => {
    setTyped(text);
    if (text === '') onChange(undefined);
    else if (!asJson) onChange({ kind: 'text', text });
    else {
      const parsed = parseTree(text);
      onChange(parsed.ok ? parsed.tree : { kind: 'literal', text });
    }
  };
  const text = isJson ? jsonText(typed, value) : value?.kind === 'text' ? value.text : '';
  return (
    <div class="any">
      <Segments
        label={`${name} is`}
        options={[
          ['text', 'Text'],
          ['json', 'JSON'],
        ]}
        chosen={isJson ? 'json' : 'text'}
        onChoose={(next) => {
          setJson(next === 'json');
          if (next === 'json') change(value === undefined ? '' : formatTree(value, true), true);
          else change(value?.kind === 'text' ? value.text : text, false);
        }}
      />
      <textarea
        id={id}
        class={isJson ? 'mono' : undefined}
        rows={Math.min(8, text.split('\n').length)}
        spellcheck={false}
        value={text}
        placeholder={placeholder}
        aria-invalid={problem?.pointer === pointer}
        onInput={(event) => change(event.currentTarget.value, isJson)}
      />
    </div>
  );
}

/** What was typed, as long as it is still the value: an undo changes that. */
function jsonText(typed: string, value: JsonTree | undefined): string {
  if (value === undefined) return '';
  if (value.kind === 'literal') return value.text;
  const parsed = parseTree(typed);
  const isCurrent = parsed.ok && formatTree(parsed.tree) === formatTree(value);
  return isCurrent ? typed : formatTree(value, true);
}
