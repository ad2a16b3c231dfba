import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { formatCount } from '#reporters';
import { CallView, type ShownCall } from './call-view.tsx';
import { Fold } from './fold.tsx';
import { isLargeJson } from '../json/json-reader.ts';
import { LargeJson } from '../json/large-json.tsx';
import { describeJson, JsonView } from './json-view.tsx';
import { LINE_CAP, ROLE_CAPS } from '../reading/cap-text.ts';
import { CappedText } from '../reading/capped-text.tsx';
import { ReadingContext, type Role } from '../reading/reading.ts';
import { ROLE_WORDS } from '../reading/role-words.ts';
import { unfoldJson } from './unfold-json.ts';

/** Something that was said, calls that one answer of the model asked for, or calls that it should have asked for. */
export type ConversationItem =
  | { readonly kind: 'said'; readonly role: Role; readonly text: string }
  | { readonly kind: 'calls' | 'expected'; readonly calls: readonly ShownCall[] };

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

/** Something that was said; long texts are cut until they are asked for, and JSON is unfolded. */
export function Said({ role, text }: { readonly role: Role; readonly text: string }): JSX.Element {
  const { isRaw, closedRoles } = useContext(ReadingContext);
  const isClosed = closedRoles.has(role);
  return (
    <>
      <div class="turn-role">{ROLE_WORDS[role]}</div>
      {isRaw || isClosed ? (
        <p class="turn-text">
          <CappedText text={text} cap={isClosed ? LINE_CAP : ROLE_CAPS[role]} />
        </p>
      ) : (
        <SaidContent role={role} text={text} />
      )}
    </>
  );
}

function SaidContent({ role, text }: { readonly role: Role; readonly text: string }): JSX.Element {
  if (isLargeJson(text))
    return (
      <Fold
        isOpen={false}
        size={text.length}
        summary={`JSON, ${formatCount(text.length, 'character')}`}
      >
        {() => <LargeJson text={text} />}
      </Fold>
    );
  const content = unfoldJson(text);
  if (content === null)
    return (
      <p class="turn-text">
        <CappedText text={text} cap={ROLE_CAPS[role]} />
      </p>
    );
  return (
    <Fold isOpen={role !== 'tool'} size={text.length} summary={`JSON, ${describeJson(content)}`}>
      {() => <JsonView value={content} />}
    </Fold>
  );
}

/** Who says something in a conversation, in the order of their first words. */
export function rolesOf(items: readonly ConversationItem[]): readonly Role[] {
  return [...new Set(items.flatMap((item) => (item.kind === 'said' ? [item.role] : [])))];
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
