import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { stringifyJson } from '#core';
import { Foreign } from '../../components/foreign.tsx';
import type { Field } from '../form/field.ts';
import { describeField } from '../form/field-words.ts';
import type { ControlParts } from './control-parts.ts';

/** A member of the arguments: its name, what it may be, and where it is typed in. */
export function FieldView(parts: FieldParts): JSX.Element {
  const { name, field, isRequired, isKnown, value, pointer, problem, onChange, Control } = parts;
  const id = useId();
  const words = isKnown ? describeField(field, isRequired) : 'not in the schema';
  const isNested = field.kind === 'object' || field.kind === 'list' || field.kind === 'boolean';
  const isWrong = problem?.pointer === pointer;
  const head = (
    <>
      <b>
        <Foreign text={name} />
      </b>{' '}
      <span class="field-type">
        <Foreign text={words} />
      </span>
    </>
  );
  return (
    <div class={isWrong ? 'member wrong' : 'member'}>
      <div class="member-head">
        {isNested ? (
          <span id={`${id}-name`} class="member-name">
            {head}
          </span>
        ) : (
          <label for={id} class="member-name">
            {head}
          </label>
        )}
        <Presence {...parts} />
      </div>
      {field.description === '' ? null : (
        <p class="soft small clamp" title={field.description}>
          <Foreign text={field.description} />
        </p>
      )}
      <Control
        Control={Control}
        id={id}
        name={name}
        field={field}
        isRequired={isRequired}
        value={value}
        pointer={pointer}
        problem={problem}
        placeholder={placeholderOf(field, isRequired)}
        onChange={onChange}
      />
      {isWrong ? <p class="bad small">{problem.message}</p> : null}
    </div>
  );
}

interface FieldParts extends Omit<ControlParts, 'id' | 'placeholder'> {
  /** Whether the schema has it. */
  readonly isKnown: boolean;
}

/** Buttons for values that cannot be typed: null, an empty text, and leaving it out. */
function Presence({ name, field, value, onChange }: FieldParts): JSX.Element {
  const isNull = value?.kind === 'literal' && value.text === 'null';
  // A field is left out when its text is deleted.
  const isTyped =
    ['string', 'number', 'integer', 'boolean', 'enum'].includes(field.kind) &&
    value !== undefined &&
    'text' in value &&
    value.text !== '' &&
    !isNull;
  return (
    <span class="presence">
      {value === undefined && field.kind === 'string' ? (
        <TextButton
          words="empty text"
          about={name}
          // Tab goes from field to field; the JSON view is the other way to an empty text.
          tabIndex={-1}
          onClick={() => onChange({ kind: 'text', text: '' })}
        />
      ) : null}
      {field.isNullable && !isNull ? (
        <TextButton
          words="null"
          about={name}
          onClick={() => onChange({ kind: 'literal', text: 'null' })}
        />
      ) : null}
      {value === undefined || isTyped ? null : (
        <TextButton words="leave out" about={name} onClick={() => onChange(undefined)} />
      )}
    </span>
  );
}

function TextButton({
  words,
  about,
  tabIndex = 0,
  onClick,
}: {
  readonly words: string;
  readonly about: string;
  readonly tabIndex?: number;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class="text-button soft"
      tabIndex={tabIndex}
      aria-label={`${about}: ${words}`}
      onClick={onClick}
    >
      {words}
    </button>
  );
}

function placeholderOf(field: Field, isRequired: boolean): string {
  const about = field.default === undefined ? '' : `default ${stringifyJson(field.default)}`;
  return isRequired ? about : ['left out', about].filter(Boolean).join(', ');
}
