import type { JSX } from 'preact';
import type { Field } from '../form/field.ts';
import type { JsonTree } from '../tree/json-tree.ts';
import { toTree } from '../tree/parse-tree.ts';
import type { ControlParts } from './control-parts.ts';

/** The items of a list, and a button that adds one. */
export function ListFields({
  id,
  name,
  field,
  value,
  pointer,
  problem,
  onChange,
  Control,
}: ControlParts): JSX.Element {
  const items = value?.kind === 'list' ? value.items : [];
  const item = field.item();
  const change = (next: readonly JsonTree[]): void => onChange({ kind: 'list', items: next });
  return (
    <div class="nested list" role="group" aria-label={name}>
      {items.map((tree, i) => (
        <div class="item" key={i}>
          <label class="soft small" for={`${id}-${i}`}>
            {i + 1}
            <span class="unseen"> of {name}</span>
          </label>
          <Control
            Control={Control}
            id={`${id}-${i}`}
            name={`${name} ${i + 1}`}
            field={item}
            isRequired
            value={tree}
            pointer={`${pointer}/${i}`}
            problem={problem}
            placeholder=""
            onChange={(next) => change(items.with(i, next ?? emptyItem(item)))}
          />
          <button
            type="button"
            class="button quiet small"
            aria-label={`Remove ${name} ${i + 1}`}
            onClick={() => change(items.toSpliced(i, 1))}
          >
            ×
          </button>
          {problem?.pointer === `${pointer}/${i}` ? (
            <p class="bad small item-problem">{problem.message}</p>
          ) : null}
        </div>
      ))}
      <div class="list-buttons">
        <button
          type="button"
          id={`${id}-add`}
          class="button small"
          onClick={() => change([...items, emptyItem(item)])}
        >
          {items.length === 0 ? 'Add an item' : 'Add'}
          <span class="unseen"> to {name}</span>
        </button>
        {value === undefined ? (
          <button type="button" class="button quiet small" onClick={() => change([])}>
            Empty list
            <span class="unseen"> for {name}</span>
          </button>
        ) : null}
      </div>
    </div>
  );
}

function emptyItem({ kind, values }: Field): JsonTree {
  if (kind === 'list') return { kind: 'list', items: [] };
  if (kind === 'object') return { kind: 'object', members: [] };
  const [first] = values;
  if (kind === 'enum' && first !== undefined) return toTree(first);
  if (kind === 'boolean') return { kind: 'literal', text: 'false' };
  return kind === 'number' || kind === 'integer'
    ? { kind: 'literal', text: '' }
    : { kind: 'text', text: '' };
}
