import type { JSX } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { formatNumber } from '#reporters';
import { Lines } from '../foreign.tsx';
import { capText, nextCap, PAGE_CAP, type TextCap } from './cap-text.ts';
import { ReadingContext } from './reading.ts';

/** A text of which the beginning is shown. It is opened on demand, an oversized one in steps. */
export function CappedText({ text, cap, isOpen = false }: CappedParts): JSX.Element {
  const { fold } = useContext(ReadingContext);
  const isAsked = fold === null ? isOpen : fold === 'open';
  const [shown, setShown] = useState<TextCap>(isAsked ? PAGE_CAP : cap);
  useEffect(() => setShown(isAsked ? PAGE_CAP : cap), [isAsked, cap]);
  const part = capText(text, shown);
  const isCut = part !== text;
  const isWhole = shown !== cap;
  return (
    <>
      <Lines text={part} />
      {isCut || (isWhole && capText(text, cap) !== text) ? (
        <span class="more-text">
          {isCut ? (
            <button
              type="button"
              class="text-button"
              onClick={() => setShown(isWhole ? nextCap(shown) : PAGE_CAP)}
            >
              {isWhole
                ? `show more: ${formatNumber(part.length)} of ${formatNumber(text.length)} characters`
                : `show all ${formatNumber(text.length)} characters`}
            </button>
          ) : null}
          {isWhole ? (
            <button type="button" class="text-button" onClick={() => setShown(cap)}>
              show less
            </button>
          ) : null}
        </span>
      ) : null}
    </>
  );
}

interface CappedParts {
  readonly text: string;
  /** How much is shown before it is opened. */
  readonly cap: TextCap;
  readonly isOpen?: boolean;
}
