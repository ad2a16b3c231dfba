import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { answerParts } from '#reporters';
import type { ApiOthers, SheetRow } from '#schema';
import { Button } from '../../../components/button.tsx';
import { Foreign, Lines } from '../../../components/foreign.tsx';
import { differingParts } from '../../../sheet/decision/differing-parts.ts';
import { OpinionView } from '../../../sheet/decision/opinions.tsx';
import type { Desk } from './desk.ts';

/** What people and judges said of a case, when all who were asked have answered. */
export function OthersPanel({
  desk,
  row,
}: {
  readonly desk: Desk;
  readonly row: SheetRow;
}): JSX.Element | null {
  const [failure, setFailure] = useState<string | null>(null);
  // What was asked for is scrolled to.
  const [isFollowed, setFollowed] = useState(false);
  const labelCase = desk.caseOf(row.id);
  if (labelCase === null) return null;
  const isDecision = desk.api.address.part === 'decide';
  if (labelCase.others !== null)
    return (
      <Others
        others={labelCase.others}
        row={row}
        hasOpinions={!isDecision}
        isFollowed={isFollowed}
      />
    );
  if (!labelCase.canReveal || desk.isForeign) return null;
  const reveal = async (): Promise<void> => {
    try {
      const read = await desk.api.reveal(row.id);
      setFollowed(true);
      desk.take(read);
      setFailure(null);
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <section class="others" aria-label="What others said">
      <Button onClick={() => void reveal()}>Show what others said</Button>{' '}
      <span class="soft small">
        All have answered. Once you look, you can no longer change your answer to this case.
      </span>
      {failure === null ? null : (
        <p class="bad" role="alert">
          <Foreign text={failure} />
        </p>
      )}
    </section>
  );
}

function Others({
  others: { opinions, judges, decision },
  row,
  hasOpinions,
  isFollowed,
}: {
  readonly others: ApiOthers;
  readonly row: SheetRow;
  readonly hasOpinions: boolean;
  readonly isFollowed: boolean;
}): JSX.Element | null {
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFollowed) view.current?.scrollIntoView({ block: 'nearest' });
  }, [isFollowed]);
  if (!hasOpinions && judges.length === 0) return null;
  const isDifferent = differingParts(opinions.map((opinion) => answerParts(opinion, row.question)));
  return (
    <section ref={view} class="others" aria-label="What was said of this case">
      {hasOpinions ? (
        <>
          <h3>What people said, you among them</h3>
          <div class="opinions">
            {opinions.map((opinion, i) => (
              <div class="opinion" key={i}>
                <OpinionView opinion={opinion} row={row} isDifferent={isDifferent} />
              </div>
            ))}
          </div>
          {decision === null ? null : (
            <>
              <h3>Decided</h3>
              <div class="opinion">
                <OpinionView opinion={decision} row={row} isDifferent={() => false} />
              </div>
            </>
          )}
        </>
      ) : null}
      {judges.length === 0 ? null : <h3>What judges said</h3>}
      <div class="opinions">
        {judges.map(({ judge, rating, reason }, i) => (
          <div class="opinion" key={i}>
            <p class="soft small">
              <Foreign text={judge} />
            </p>
            <p>
              <b>{rating ?? 'no verdict'}</b>
            </p>
            <p class="quote">
              <Lines text={reason} />
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}
