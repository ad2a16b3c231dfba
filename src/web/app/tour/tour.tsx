import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { useKeys } from '../../components/keys.ts';
import { visit } from '../address/use-address.ts';
import { markElement } from './mark-element.ts';
import { savePlace, type TourPlace } from './tour-state.ts';
import { TOUR_STEPS } from './tour-steps.ts';

/** A tour of the example project: a note at the edge of the page. Nothing is covered or locked, and the place is kept. */
export function Tour({ isView, path, place, setPlace }: TourParts): JSX.Element | null {
  const note = useRef<HTMLElement>(null);
  const go = (next: TourPlace): void => {
    savePlace(next);
    setPlace(next);
    const step = next === null ? undefined : TOUR_STEPS[next];
    if (step === undefined) return;
    if (isView(step.path) && step.path !== path) visit(step.path);
    note.current?.focus();
  };
  const step = place === null ? undefined : TOUR_STEPS[place];
  useEffect(
    () => (step !== undefined && isView(step.path) ? markElement(step.selector) : undefined),
    [place, path],
  );
  useKeys([
    {
      keys: ['Escape'],
      words: 'end the tour',
      run: () => (place === null ? false : go(null)),
    },
  ]);
  if (step === undefined || place === null) return null;
  const turn = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined || TOUR_STEPS[place + by] === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(place + by);
  };
  const isLast = place === TOUR_STEPS.length - 1;
  return (
    <aside ref={note} class="tour" aria-label="Tour" tabIndex={-1} onKeyDown={turn}>
      <p class="soft small">{`Tour, ${place + 1} of ${TOUR_STEPS.length}`}</p>
      <h2 aria-live="polite">{step.title}</h2>
      <p>{step.words.split('`').map((part, i) => (i % 2 === 0 ? part : <code>{part}</code>))}</p>
      {isView(step.path) ? null : (
        <p>
          <a href={step.path} target="_self">
            Open the page
          </a>
        </p>
      )}
      <div class="tour-buttons">
        <Button look="quiet" class="small" onClick={() => go(null)} shortcut="Esc">
          Skip
        </Button>
        <span class="space" />
        <Button class="small" disabled={place === 0} onClick={() => go(place - 1)}>
          Back
        </Button>
        <Button look="primary" class="small" onClick={() => go(isLast ? null : place + 1)}>
          {isLast ? 'Done' : 'Next'}
        </Button>
      </div>
    </aside>
  );
}

interface TourParts {
  /** Whether an address is a view of the app. */
  readonly isView: (path: string) => boolean;
  /** The address that is shown. */
  readonly path: string;
  readonly place: TourPlace;
  readonly setPlace: (place: TourPlace) => void;
}
