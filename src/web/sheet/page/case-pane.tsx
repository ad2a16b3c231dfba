import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Json } from '#core';
import type { SheetRow } from '#reporters';
import { Conversation, rolesOf } from '../../components/conversation/conversation.tsx';
import { ReadingBar } from '../../components/reading/reading-bar.tsx';
import { ReadingContext } from '../../components/reading/reading.ts';
import { Foreign, Lines } from '../../components/foreign.tsx';
import { JsonView } from '../../components/conversation/json-view.tsx';
import { titleOf } from '../answer/questions.ts';
import { readCase } from '../conversation/case-items.ts';
import { runItems } from '../conversation/run-items.ts';
import { Opinions } from '../decision/opinions.tsx';
import { RatedView } from './rated-view.tsx';
import { takeOpinion } from './sheet-actions.ts';
import type { KeyAction } from '../keys/key-table.ts';
import { useSheet } from '../context/sheet-context.tsx';

/** What a reviewer reads of a case; the question is at its end, where the decision is made. */
export function CasePane({ row }: { readonly row: SheetRow }): JSX.Element {
  const { session, page, settings } = useSheet();
  const { context, items, input } = useMemo(() => readCase(row.input, row.before), [row]);
  const { rated, question } = row;
  const signOf = (action: KeyAction): string =>
    settings.table.find((binding) => binding.action === action)?.keys[0] ?? '';
  return (
    <ReadingContext.Provider value={page.reading.reading}>
      <ReadingBar
        control={page.reading}
        roles={rolesOf(items)}
        keys={{ expand: signOf('expand'), raw: signOf('raw') }}
      />
      {context.length === 0 ? null : <Context entries={context} />}
      {items.length === 0 && input === undefined ? (
        <p class="soft">What was said is not recorded.</p>
      ) : null}
      {input === undefined ? null : <JsonView value={input} />}
      {items.length === 0 ? null : <Conversation items={items} />}
      {question === undefined ? null : (
        <>
          <h2 class="divider">What the agent did</h2>
          <Conversation items={runItems(question)} />
          {question.run.cut === 0 ? null : (
            <p class="soft small">{question.run.cut} characters are left out, as for the judge.</p>
          )}
        </>
      )}
      <div class="now" id="now">
        <h2>{titleOf(row)}</h2>
        {rated === null ? null : <RatedView {...rated} />}
        {question === undefined ? null : <Criterion question={question} />}
        <Opinions row={row} onTake={(opinion) => takeOpinion(session, row, opinion)} />
      </div>
    </ReadingContext.Provider>
  );
}

/** The system prompt and facts of the run, folded: cases of one agent share most of it. */
function Context({
  entries,
}: {
  readonly entries: readonly (readonly [string, Json])[];
}): JSX.Element {
  return (
    <div class="context">
      {entries.map(([name, value]) => (
        <details key={name}>
          <summary>
            <b>
              <Foreign text={CONTEXT_WORDS.get(name) ?? name} />
            </b>{' '}
            <span class="soft">
              <Foreign text={startOf(value)} />
            </span>
          </summary>
          {typeof value === 'string' ? (
            <p>
              <Lines text={value} />
            </p>
          ) : (
            <JsonView value={value} />
          )}
        </details>
      ))}
    </div>
  );
}

const CONTEXT_WORDS: ReadonlyMap<string, string> = new Map([
  ['system', 'System'],
  ['metadata', 'Run'],
]);

function startOf(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // The last character may be cut in half.
  return text.length <= MAX_START
    ? text.replaceAll(/\s+/g, ' ')
    : `${Array.from(text.slice(0, MAX_START)).slice(0, -1).join('').replaceAll(/\s+/g, ' ')}…`;
}

const MAX_START = 140;

/** What a run is rated by. */
function Criterion({
  question,
}: {
  readonly question: NonNullable<SheetRow['question']>;
}): JSX.Element | null {
  const text = question.kind === 'goal' ? question.reference : question.rubric;
  if (text === null) return null;
  return (
    <p class="criterion">
      <b>{question.kind === 'goal' ? 'What should have come out' : 'Rubric'}</b>{' '}
      <Lines text={text} />
    </p>
  );
}
