import type { JSX } from 'preact';
import type { SheetRow } from '#reporters';
import { Foreign } from '../../components/foreign.tsx';
import { Segments } from '../../components/segments.tsx';
import { type Draft, withMet } from '../answer/draft.ts';
import { ratingsOf, statementsOf } from '../answer/questions.ts';
import { clausesOf, MAX_CLAUSE } from '../guide/clauses.ts';
import { ActionKey, NumberKey } from '../context/action-key.tsx';
import type { ChangeDraft } from './label-decision.tsx';

/** How good arguments, an answer or a whole run are. */
export function RateChoice({ row, draft, onChange }: RateParts): JSX.Element {
  const statements = statementsOf(row);
  const open = statements.find(({ id }) => !draft.met.some((mark) => mark.id === id));
  return (
    <>
      <ul class="tools ratings">
        {ratingsOf(row).map(({ value, words }, i) => (
          <li key={value}>
            <button
              type="button"
              class="tool"
              data-choice=""
              aria-pressed={draft.rating === value}
              onClick={() => onChange((now) => ({ ...now, rating: value }), `rating ${value}`)}
            >
              <NumberKey number={i + 1} />
              <span class="tool-name">
                {words} <span class="soft">{value}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {statements.map(({ id, text }) => (
        <div key={id} class={open?.id === id ? 'statement current' : 'statement'}>
          <p>
            <Foreign text={text} />
          </p>
          <span class="statement-marks">
            {open?.id === id ? (
              <>
                <ActionKey action="yes" />
                <ActionKey action="no" />
              </>
            ) : null}
            <Segments
              label={text}
              options={[
                ['yes', 'yes'],
                ['no', 'no'],
              ]}
              chosen={markOf(draft, id)}
              onChoose={(mark) => onChange((now) => withMet(now, id, mark === 'yes'), 'marking')}
            />
          </span>
        </div>
      ))}
    </>
  );
}

interface RateParts {
  readonly row: SheetRow;
  readonly draft: Draft;
  readonly onChange: ChangeDraft;
}

/** Which clause of the guide decides; its headings are suggested. */
export function Clause({
  draft,
  guide,
  onChange,
}: Omit<RateParts, 'row'> & { readonly guide: string | null }): JSX.Element {
  return (
    <div class="part" data-field="clause">
      <label for="clause">
        Clause of the guide that decides, where one does <ActionKey action="clause" />
      </label>
      <input
        id="clause"
        type="text"
        list="clauses"
        maxLength={MAX_CLAUSE}
        value={draft.clause}
        onInput={(event) => {
          const clause = event.currentTarget.value;
          onChange((now) => ({ ...now, clause }), 'typing a clause', 'clause');
        }}
      />
      <datalist id="clauses">
        {clausesOf(guide).map((clause) => (
          <option key={clause} value={clause} />
        ))}
      </datalist>
    </div>
  );
}

function markOf({ met }: Draft, id: string): 'yes' | 'no' | '' {
  const mark = met.find((statement) => statement.id === id);
  if (mark === undefined) return '';
  return mark.isMet ? 'yes' : 'no';
}
