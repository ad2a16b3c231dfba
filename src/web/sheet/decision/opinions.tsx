import type { JSX } from 'preact';
import type { JsonObject } from '#core';
import { answerParts, type AnswerPart, type SheetRow } from '#reporters';
import { Foreign, Lines, Name } from '../../components/foreign.tsx';
import { ActionKey, useKeyIsActive } from '../context/action-key.tsx';
import { OPINION_KEYS } from '../keys/key-table.ts';
import { differingParts } from './differing-parts.ts';

/** What reviewers said who disagree, side by side and without their names. */
export function Opinions({
  row,
  onTake,
}: {
  readonly row: SheetRow;
  readonly onTake: (opinion: JsonObject) => void;
}): JSX.Element | null {
  const canDecide = useKeyIsActive('decide');
  if (row.opinions.length === 0) return null;
  const isDifferent = differingParts(
    row.opinions.map((opinion) => answerParts(opinion, row.question)),
  );
  return (
    <section class="disagreement" aria-labelledby="opinions-title">
      <h3 id="opinions-title">
        Reviewers disagree <ActionKey action="opinion" />
      </h3>
      <div class="opinions">
        {row.opinions.map((opinion, i) => (
          <div class="opinion" key={i}>
            <div class="opinion-head">
              <span class="soft small">
                Opinion {i + 1}
                {opinion.unsure === true ? ', unsure' : ''}
              </span>
              {canDecide && OPINION_KEYS[i] !== undefined ? (
                <span class="keys" aria-hidden="true" title="Decide for this opinion">
                  <kbd>{OPINION_KEYS[i]}</kbd>
                </span>
              ) : null}
              <button type="button" class="text-button" onClick={() => onTake(opinion)}>
                Take
                <span class="unseen"> opinion {i + 1}</span>
              </button>
            </div>
            <OpinionView opinion={opinion} row={row} isDifferent={isDifferent} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** What one person said and why. */
export function OpinionView({
  opinion,
  row,
  isDifferent,
}: {
  readonly opinion: JsonObject;
  readonly row: SheetRow;
  readonly isDifferent: (name: string) => boolean;
}): JSX.Element {
  const { clause } = opinion;
  return (
    <>
      {answerParts(opinion, row.question).map((part, place) => (
        <PartView key={place} part={part} isDifferent={isDifferent} />
      ))}
      {typeof clause === 'string' && row.question === undefined && row.rated === null ? (
        <p class="soft small">
          by the clause <Foreign text={clause} />
        </p>
      ) : null}
      {typeof opinion.rationale === 'string' ? (
        <p class="quote">
          <Lines text={opinion.rationale} />
        </p>
      ) : null}
    </>
  );
}

/** A part of an answer in words; what not all say is marked. */
function PartView({
  part: { title, details, note },
  isDifferent,
}: {
  readonly part: AnswerPart;
  readonly isDifferent: (name: string) => boolean;
}): JSX.Element {
  return (
    <div class="answer-part">
      <span class={isDifferent('') ? 'differs' : undefined}>
        <Name text={title} />
        {isDifferent('') ? <Differs /> : null}
      </span>
      {note === null ? null : <span class="soft small"> {note}</span>}
      {details.length === 0 ? null : (
        <dl>
          {details.map(([name, value]) => (
            <div key={name} class={isDifferent(name) ? 'differs' : undefined}>
              <dt class="soft">
                <Foreign text={name} />
              </dt>
              <dd>
                <Foreign text={value} />
                {isDifferent(name) ? <Differs /> : null}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** A sign beside what the opinions do not have in common. */
function Differs(): JSX.Element {
  return (
    <>
      {' '}
      <span class="differs-sign" aria-hidden="true">
        ≠
      </span>
      <span class="unseen"> differs</span>
    </>
  );
}
