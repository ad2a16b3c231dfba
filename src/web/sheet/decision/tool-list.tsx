import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SheetTool } from '#reporters';
import { Foreign, Lines, Name } from '../../components/foreign.tsx';
import { type Draft, isChosen, toolChoice, toolKey, activeCall } from '../answer/draft.ts';
import { describeField } from '../form/field-words.ts';
import { rootField } from '../form/field.ts';
import { ActionKey, NumberKey } from '../context/action-key.tsx';

/** The tools to choose from, numbered as the keys choose them. */
export function ToolList({ tools, draft, isDetailed, onChoose, onNone }: ListParts): JSX.Element {
  return (
    <ul class="tools">
      <li>
        <button
          type="button"
          class="tool"
          data-choice=""
          aria-pressed={draft.isNone}
          onClick={onNone}
        >
          <ActionKey action="none" />
          <span class="tool-name">No tool</span>
          <span class="tool-about soft">The agent should answer.</span>
        </button>
      </li>
      {tools.map((tool, i) => (
        <ToolItem
          key={tool.name}
          tool={tool}
          number={i + 1}
          draft={draft}
          isDetailed={isDetailed}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}

interface ListParts {
  readonly tools: readonly SheetTool[];
  readonly draft: Draft;
  /** Whether descriptions and arguments are shown in full. */
  readonly isDetailed: boolean;
  readonly onChoose: (tool: SheetTool, isAlso: boolean) => void;
  readonly onNone: () => void;
}

function ToolItem({
  tool,
  number,
  draft,
  isDetailed,
  onChoose,
}: Omit<ListParts, 'tools' | 'onNone'> & {
  readonly tool: SheetTool;
  readonly number: number;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const choice = toolChoice(tool.name);
  const first = activeCall(draft)?.tools[0];
  const isOn = isChosen(draft, choice);
  const isAlso = isOn && first !== undefined && toolKey(first) !== toolKey(choice);
  useLayoutEffect(() => {
    if (isOn) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isOn]);
  const isFull = isOpen || isDetailed;
  const { description } = tool;
  return (
    <li ref={item}>
      <button
        type="button"
        class="tool"
        data-choice=""
        aria-pressed={isOn}
        onClick={(event) => onChoose(tool, event.shiftKey)}
      >
        <NumberKey number={number} />
        <span class="tool-name">
          <Name text={tool.name} />
          {isAlso ? <span class="tag">also acceptable</span> : null}
        </span>
        {description === null || isFull ? null : (
          <span class="tool-about soft clamp">
            <Foreign text={description.replaceAll(/\s+/g, ' ')} />
          </span>
        )}
      </button>
      {isFull ? <ToolDetails tool={tool} /> : null}
      {isDetailed ? null : (
        <button
          type="button"
          class="tool-more"
          aria-expanded={isOpen}
          aria-label={`Description and arguments of ${tool.name}`}
          title="Description and arguments"
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
        </button>
      )}
    </li>
  );
}

/** The whole description of a tool and what its arguments are. */
function ToolDetails({ tool: { description, schema } }: { readonly tool: SheetTool }): JSX.Element {
  const members = schema === null ? [] : rootField(schema).members();
  return (
    <div class="tool-details">
      <p>{description === null ? 'It has no description.' : <Lines text={description.trim()} />}</p>
      {members.length === 0 ? (
        <p class="soft">
          {schema === null ? 'Its schema is not known.' : 'It takes no arguments.'}
        </p>
      ) : (
        <dl>
          {members.map(({ key, isRequired, field }) => (
            <div key={key}>
              <dt>
                <Name text={key} />{' '}
                <span class="soft">
                  <Foreign text={describeField(field, isRequired)} />
                </span>
              </dt>
              {field.description === '' ? null : (
                <dd>
                  <Foreign text={field.description} />
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
