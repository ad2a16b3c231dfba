import type { JSX } from 'preact';
import { stringifyJson, type Json } from '#core';
import { formatCount, type SheetRow, type SheetTool } from '#reporters';
import { Name } from '../../components/foreign.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { ArgumentsEditor } from '../arguments/arguments-editor.tsx';
import {
  activeCall,
  addCall,
  argumentsOf,
  chooseAlso,
  chooseNone,
  chooseTool,
  type Draft,
  removeCall,
  toolChoice,
  withArguments,
} from '../answer/draft.ts';
import { schemaOf } from '../answer/finish-draft.ts';
import { ActionKey, useKeyIsActive } from '../context/action-key.tsx';
import { listTools } from './filter-tools.ts';
import { ToolList } from './tool-list.tsx';

/** Changes a draft; changes of one field in a row are one step to undo. */
export type ChangeDraft = (update: (draft: Draft) => Draft, what: string, field?: string) => void;

/** Which tool was expected, several that are as good, or none. */
export function ToolChoice(parts: ChoiceParts): JSX.Element {
  const { row, draft, search, onSearch, isDetailed, onDetailed, onChange } = parts;
  const isShown = useKeyIsActive('filter');
  const { tools, more } = listTools(row.tools, search);
  const choose = (tool: string, isAlso: boolean): void =>
    onChange(
      (now) => (isAlso ? chooseAlso : chooseTool)(now, toolChoice(tool)),
      `choosing ${tool}`,
    );
  return (
    <>
      <CallTabs draft={draft} onChange={onChange} />
      <div
        class="tool-search"
        id="tool-search"
        onKeyDown={(event) => {
          const [first] = tools;
          const isOurs = event.target instanceof HTMLInputElement && event.key === 'Enter';
          if (!isOurs || event.ctrlKey || event.metaKey || search.trim() === '') return;
          if (first === undefined) return;
          choose(first.name, event.shiftKey);
          event.target.blur();
        }}
      >
        <SearchField
          label={`Search ${formatCount(row.tools.length, 'tool')}`}
          value={search}
          onInput={onSearch}
          {...(isShown ? { shortcut: '/' } : {})}
        />
        <button
          type="button"
          class="button quiet small"
          aria-pressed={isDetailed}
          onClick={() => onDetailed(!isDetailed)}
        >
          {isDetailed ? 'Shorter' : 'In full'}
          <ActionKey action="details" />
        </button>
      </div>
      <ToolList
        tools={tools}
        draft={draft}
        isDetailed={isDetailed}
        onChoose={(tool, isAlso) => choose(tool.name, isAlso)}
        onNone={() => onChange(chooseNone, 'choosing no tool')}
      />
      {more === 0 ? null : (
        <p class="soft small">{formatCount(more, 'more tool')}: search for a part of the name.</p>
      )}
      {tools.length > 0 || search.trim() === '' ? null : (
        <p class="small">
          <span class="soft">None of the offered tools has this name. </span>
          <button
            type="button"
            class="text-button"
            id="other-tool"
            onClick={() => choose(search.trim(), false)}
          >
            Choose “{search.trim()}” all the same
          </button>
        </p>
      )}
    </>
  );
}

interface ChoiceParts {
  readonly row: SheetRow;
  readonly draft: Draft;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly isDetailed: boolean;
  readonly onDetailed: (isDetailed: boolean) => void;
  readonly onChange: ChangeDraft;
}

/** One tab for each call, where one answer should make several. */
function CallTabs({
  draft,
  onChange,
}: {
  readonly draft: Draft;
  readonly onChange: ChangeDraft;
}): JSX.Element | null {
  if (draft.calls.length < 2) return null;
  return (
    <div class="call-tabs">
      <div class="segments" role="group" aria-label="Expected calls">
        {draft.calls.map((call, i) => (
          <button
            key={i}
            type="button"
            aria-pressed={i === draft.active}
            onClick={() => onChange((now) => ({ ...now, active: i }), 'showing a call', 'active')}
          >
            {i + 1} {call.tools.length === 0 ? 'choose a tool' : toolWords(call.tools[0] ?? null)}
          </button>
        ))}
      </div>
      <button
        type="button"
        class="text-button"
        onClick={() => onChange(removeCall, 'removing a call')}
      >
        Remove call {draft.active + 1}
      </button>
    </div>
  );
}

/** Chosen tools that the list does not show. */
function ChosenOutside({
  draft,
  tools,
}: {
  readonly draft: Draft;
  readonly tools: readonly SheetTool[];
}): JSX.Element | null {
  const shown = new Set(tools.map(({ name }) => stringifyJson(toolChoice(name))));
  const hidden = (activeCall(draft)?.tools ?? []).filter((tool) => !shown.has(stringifyJson(tool)));
  if (hidden.length === 0) return null;
  return (
    <p class="chosen">
      Chosen:{' '}
      {hidden.map((tool, i) => (
        <>
          {i === 0 ? '' : ', '}
          <Name key={i} text={toolWords(tool)} />
        </>
      ))}
    </p>
  );
}

/** The arguments of the chosen tool. */
export function ChosenArguments({
  row,
  search,
  draft,
  onChange,
}: Pick<ChoiceParts, 'row' | 'search' | 'draft' | 'onChange'>): JSX.Element | null {
  const call = activeCall(draft);
  if (call === undefined || call.tools.length === 0) return null;
  const [tool = null, ...others] = call.tools;
  return (
    <section class="part" aria-labelledby="arguments-title" data-field="arguments">
      <ChosenOutside draft={draft} tools={listTools(row.tools, search).tools} />
      <ArgumentsEditor
        // Fields keep what is typed: another tool has other fields.
        key={`${draft.active} ${stringifyJson(tool)}`}
        title={
          <>
            Arguments of <Name text={toolWords(tool)} />
            {others.length === 0 ? '' : ', for each acceptable tool'}{' '}
            <ActionKey action="arguments" />
          </>
        }
        draft={argumentsOf(call)}
        schema={schemaOf(row.tools, tool)}
        onChange={(args) =>
          onChange((now) => withArguments(now, args), 'typing arguments', 'arguments')
        }
      />
      <button type="button" class="text-button" onClick={() => onChange(addCall, 'adding a call')}>
        + another call in the same answer
      </button>
    </section>
  );
}

function toolWords(tool: Json): string {
  return typeof tool === 'string' ? tool : stringifyJson(tool);
}
