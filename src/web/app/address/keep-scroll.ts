/** What an entry of the history is marked with. */
interface Visit {
  readonly visit: number;
}

/** A page that is still being read may be too short for where it was; longer than this a person does not wait. */
const MAX_WAIT_MS = 2000;
/** Frames in which the page stays where it was put: parts of it may scroll when they appear. */
const STEADY_FRAMES = 4;

const positions = new Map<number, number>();
let current = 0;

/** The mark of a new entry of the history. */
export function markVisit(): Visit {
  current = Math.max(current, ...positions.keys(), 0) + 1;
  return { visit: current };
}

/** Keeps how far each visited address was scrolled, and returns there with the back button. */
export function keepScroll(): () => void {
  history.scrollRestoration = 'manual';
  if (readVisit() === null) history.replaceState(markVisit(), '');
  current = readVisit() ?? 0;
  let restoring = 0;
  const save = (): void => {
    if (restoring === 0) positions.set(current, scrollY);
  };
  const stop = (): void => {
    cancelAnimationFrame(restoring);
    restoring = 0;
  };
  const restore = (): void => {
    current = readVisit() ?? current;
    const target = positions.get(current) ?? 0;
    const end = performance.now() + MAX_WAIT_MS;
    let steady = 0;
    const step = (): void => {
      scrollTo(0, target);
      steady = Math.abs(scrollY - target) <= 1 ? steady + 1 : 0;
      restoring =
        steady < STEADY_FRAMES && performance.now() < end ? requestAnimationFrame(step) : 0;
    };
    stop();
    restoring = requestAnimationFrame(step);
  };
  addEventListener('scroll', save, { passive: true });
  addEventListener('popstate', restore);
  // A person who scrolls knows better.
  for (const event of ['wheel', 'keydown', 'pointerdown'] as const)
    addEventListener(event, stop, { passive: true });
  return () => {
    stop();
    removeEventListener('scroll', save);
    removeEventListener('popstate', restore);
    for (const event of ['wheel', 'keydown', 'pointerdown'] as const)
      removeEventListener(event, stop);
  };
}

function readVisit(): number | null {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('visit' in state)) return null;
  return typeof state.visit === 'number' ? state.visit : null;
}
