import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { clip, formatCount, formatNumber } from '#reporters';
import { CallView, type ShownCall } from './call-view.tsx';
import { JsonView } from './json-view.tsx';
import { Lines } from './foreign.tsx';
import { unfoldJson } from './unfold-json.ts';

export type Role = 'system' | 'user' | 'assistant' | 'tool';

/** Something that was said, or calls that one answer of the model asked for. */
export type ConversationItem =
  | { readonly kind: 'said'; readonly role: Role; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly ShownCall[] };

/** How much of a text is shown before it is opened: what the user says matters most. */
const MAX_TEXT: Readonly<Record<Role, number>> = {
  system: 160,
  user: 1200,
  assistant: 1200,
  tool: 160,
};

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Agent',
  tool: 'Result',
};

/** A run from its first words to the answer, with calls where they were made. */
export function Conversation({
  items,
}: {
  readonly items: readonly ConversationItem[];
}): JSX.Element {
  return (
    <ol class="conversation">
      {items.map((item, i) => (
        <li key={i} class={item.kind === 'said' ? `turn ${item.role}` : 'turn assistant'}>
          {item.kind === 'said' ? (
            <Said role={item.role} text={item.text} />
          ) : (
            <Calls calls={item.calls} isNamed={!isAnswer(items[i - 1])} />
          )}
        </li>
      ))}
    </ol>
  );
}

function isAnswer(item: ConversationItem | undefined): boolean {
  return item?.kind === 'said' && item.role === 'assistant';
}

function Said({ role, text }: { readonly role: Role; readonly text: string }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const content = role === 'tool' ? unfoldJson(text) : null;
  const shown = isWhole ? text : clip(text, MAX_TEXT[role]);
  return (
    <>
      <div class="turn-role">{ROLE_WORDS[role]}</div>
      {content !== null && isWhole ? (
        <JsonView value={content} />
      ) : (
        <p class="turn-text">
          <Lines text={shown} />
        </p>
      )}
      {shown === text ? null : (
        <button type="button" class="text-button" onClick={() => setWhole(true)}>
          {`show all ${formatNumber(text.length)} characters`}
        </button>
      )}
    </>
  );
}

function Calls({
  calls,
  isNamed,
}: {
  readonly calls: readonly ShownCall[];
  readonly isNamed: boolean;
}): JSX.Element {
  const views = calls.map((call, i) => <CallView key={i} call={call} />);
  return (
    <>
      {isNamed ? <div class="turn-role">{ROLE_WORDS.assistant}</div> : null}
      {calls.length > 1 ? (
        <div class="calls call-group">
          <span class="soft small">{`${formatCount(calls.length, 'call')} at once`}</span>
          {views}
        </div>
      ) : (
        <div class="calls">{views}</div>
      )}
    </>
  );
}
