import type { ComponentChildren, JSX } from 'preact';
import type { SheetTool } from '#reporters';
import { Segments } from '../../components/segments.tsx';
import {
  type ArgumentsDraft,
  checkArguments,
  type CheckedArguments,
  describeProblem,
} from '../form/check-arguments.ts';
import { type Field, rootField } from '../form/field.ts';
import { formatTree } from '../tree/format-tree.ts';
import { EMPTY_OBJECT } from '../tree/json-tree.ts';
import { parseTree } from '../tree/parse-tree.ts';
import { FieldControl } from './field-control.tsx';
import { ObjectFields } from './object-fields.tsx';

/** The arguments of a call: a form from the schema of the tool, or JSON. */
export function ArgumentsEditor({ title, draft, schema, onChange }: EditorParts): JSX.Element {
  const field = rootField(schema);
  const checked = checkArguments(draft, schema);
  const other = otherView(draft);
  return (
    <div class="arguments">
      <div class="arguments-head">
        <h2 id="arguments-title">{title}</h2>
        <Segments
          label="How arguments are typed in"
          options={[
            ['form', 'Form'],
            ['json', 'JSON'],
          ]}
          chosen={draft.view}
          onChoose={(view) => {
            if (view !== draft.view && other !== null) onChange(other);
          }}
        />
      </div>
      <div id="arguments">
        {draft.view === 'form' ? (
          <ObjectFields
            field={field}
            value={draft.tree ?? undefined}
            pointer=""
            problem={checked.state === 'invalid' ? checked.problem : null}
            isNamed={schema !== null}
            Control={FieldControl}
            onChange={(tree) => onChange({ view: 'form', tree: tree ?? null })}
          />
        ) : (
          <textarea
            id="arguments-json"
            class="mono"
            aria-label="Arguments as JSON"
            rows={6}
            spellcheck={false}
            value={draft.text}
            aria-invalid={checked.state === 'invalid'}
            onInput={(event) => onChange({ view: 'json', text: event.currentTarget.value })}
          />
        )}
      </div>
      <CheckLine
        checked={checked}
        field={field}
        hasSchema={schema !== null}
        isStuck={other === null}
        onEmpty={() => onChange({ view: 'form', tree: EMPTY_OBJECT })}
      />
    </div>
  );
}

interface EditorParts {
  readonly title: ComponentChildren;
  readonly draft: ArgumentsDraft;
  readonly schema: SheetTool['schema'];
  readonly onChange: (draft: ArgumentsDraft) => void;
}

/** The same arguments in the other view; null where a form cannot show them. */
function otherView(draft: ArgumentsDraft): ArgumentsDraft | null {
  if (draft.view === 'form')
    return { view: 'json', text: draft.tree === null ? '' : formatTree(draft.tree, true) };
  if (draft.text.trim() === '') return { view: 'form', tree: null };
  const parsed = parseTree(draft.text);
  return parsed.ok && parsed.tree.kind === 'object' ? { view: 'form', tree: parsed.tree } : null;
}

/** Whether the arguments can be saved, and why not. */
function CheckLine({ checked, field, hasSchema, isStuck, onEmpty }: CheckParts): JSX.Element {
  if (checked.state === 'absent') {
    const takesNone = hasSchema && field.members().length === 0 && !field.hasOthers;
    return (
      <p class="soft small check">
        {takesNone ? 'It takes no arguments. ' : 'Left empty, arguments are not compared. '}
        <button type="button" class="text-button" onClick={onEmpty}>
          Expect a call without arguments
        </button>
      </p>
    );
  }
  if (checked.state === 'invalid')
    return (
      <p class="bad small check">
        <span aria-hidden="true">✗ </span>
        {describeProblem(checked.problem)}
        {isStuck ? '. The form can show it once it is an object.' : ''}
      </p>
    );
  return (
    <p class="good small check">
      <span aria-hidden="true">✓ </span>
      {checked.isSure
        ? 'fits the schema'
        : hasSchema
          ? 'fits the schema, as far as that can be checked'
          : 'JSON; the tool has no schema to check it'}
    </p>
  );
}

interface CheckParts {
  readonly checked: CheckedArguments;
  readonly field: Field;
  readonly hasSchema: boolean;
  readonly isStuck: boolean;
  readonly onEmpty: () => void;
}
