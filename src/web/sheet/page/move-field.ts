/** What was focused last: after Escape, arrows go on from there. */
let last: Element | null = null;

/** Gives the focus to the field of the decision above or below: the choice, each argument, the clause, the reason. */
export function moveField(direction: 'up' | 'down'): void {
  const stops = listStops();
  const active = document.activeElement;
  const current = placeOf(stops, active === document.body ? last : active);
  const next =
    stops[Math.min(Math.max(current + (direction === 'down' ? 1 : -1), 0), stops.length - 1)];
  if (next === undefined) return;
  last = next;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** The fields in their order. Of what is chosen from, what is chosen, otherwise the first. */
function listStops(): readonly HTMLElement[] {
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-field]')];
  return boxes.flatMap((box) => {
    if (box.dataset['field'] !== 'choice')
      return [...box.querySelectorAll<HTMLElement>('input, textarea, select')];
    const choice =
      box.querySelector<HTMLElement>('[data-choice][aria-pressed="true"]') ??
      box.querySelector<HTMLElement>('[data-choice]');
    return choice === null ? [] : [choice];
  });
}

/** Where an element is among the stops; the first where it is elsewhere. */
function placeOf(stops: readonly HTMLElement[], element: Element | null): number {
  const exact = stops.findIndex((stop) => stop === element);
  if (exact >= 0) return exact;
  const box = element?.closest('[data-field]') ?? null;
  const near = box === null ? -1 : stops.findIndex((stop) => box.contains(stop));
  return Math.max(near, 0);
}
