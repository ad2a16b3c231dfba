import type { JSX } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { clip, formatCount, formatNumber } from '#reporters';
import { CallView, type ShownCall } from './call-view.tsx';
import { JsonView } from './json-view.tsx';
import { Lines } from './foreign.tsx';
import { ReadingContext } from './reading.ts';
import { unfoldJson } from './unfold-json.ts';

export type Role = 'system' | 'user' | 'assistant' | 'tool';

/** Something that was said, calls that one answer of the model asked for, or calls that it should have asked for. */
export type ConversationItem =
  | { readonly kind: 'said'; readonly role: Role; readonly text: string }
  | { readonly kind: 'calls' | 'expected'; readonly calls: readonly ShownCall[] };

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
            <Calls
              calls={item.calls}
              role={item.kind === 'expected' ? 'Label' : isAnswer(items[i - 1]) ? null : 'Agent'}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

function isAnswer(item: ConversationItem | undefined): boolean {
  return item?.kind === 'said' && item.role === 'assistant';
}

/** Something that was said; long texts are cut until they are asked for. */
export function Said({ role, text }: { readonly role: Role; readonly text: string }): JSX.Element {
  const { fold, isRaw } = useContext(ReadingContext);
  const [isAsked, setWhole] = useState(false);
  const isWhole = isAsked || fold === 'open';
  const content = role === 'tool' && !isRaw ? unfoldJson(text) : null;
  // Instructions and results are skimmed: one line of them is enough.
  const isLine = role === 'system' || role === 'tool';
  const short = clip(isLine ? text.replaceAll(/\s+/g, ' ') : text, MAX_TEXT[role]);
  const shown = isWhole || text.length <= MAX_TEXT[role] ? text : short;
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
  role,
}: {
  readonly calls: readonly ShownCall[];
  readonly role: 'Agent' | 'Label' | null;
}): JSX.Element {
  const views = calls.map((call, i) => <CallView key={i} call={call} />);
  return (
    <>
      {role === null ? null : <div class="turn-role">{role}</div>}
      {calls.length > 1 && role !== 'Label' ? (
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
