import type { JSX } from 'preact';
import type { JsonObject } from '#core';
import { answerParts, type AnswerPart, type SheetRow } from '#reporters';
import { Foreign, Lines, Name } from '../../components/foreign.tsx';
import { ActionKey } from '../context/action-key.tsx';

/** What reviewers said who disagree, side by side and without their names. */
export function Opinions({
  row,
  onTake,
}: {
  readonly row: SheetRow;
  readonly onTake: (opinion: JsonObject) => void;
}): JSX.Element | null {
  if (row.opinions.length === 0) return null;
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
              <button type="button" class="text-button" onClick={() => onTake(opinion)}>
                Take
                <span class="unseen"> opinion {i + 1}</span>
              </button>
            </div>
            {answerParts(opinion, row.question).map((part, place) => (
              <PartView key={place} part={part} />
            ))}
            {typeof opinion.rationale === 'string' ? (
              <p class="quote">
                <Lines text={opinion.rationale} />
              </p>
            ) : null}
          </div>
        ))}
      </div>
    </section>
  );
}

/** A part of an answer in words. */
function PartView({ part: { title, details, note } }: { readonly part: AnswerPart }): JSX.Element {
  return (
    <div class="answer-part">
      <Name text={title} />
      {note === null ? null : <span class="soft small"> {note}</span>}
      {details.length === 0 ? null : (
        <dl>
          {details.map(([name, value]) => (
            <div key={name}>
              <dt class="soft">
                <Foreign text={name} />
              </dt>
              <dd>
                <Foreign text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
