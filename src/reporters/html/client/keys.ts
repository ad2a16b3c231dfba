interface Keys {
  readonly field: HTMLInputElement;
  readonly main: HTMLElement;
  readonly step: (by: 1 | -1) => void;
  readonly focusList: () => void;
  readonly narrow: () => void;
}

/** Lets the keyboard search (`/`), move (`j`, `k`, arrows), open (Enter) and go back (Escape). */
export function enableKeys({ field, main, step, focusList, narrow }: Keys): void {
  function escape(): void {
    if (document.activeElement === field && field.value !== '') {
      field.value = '';
      narrow();
    } else focusList();
  }

  function enter(event: KeyboardEvent): boolean {
    const { target } = event;
    // On any other control Enter means that control.
    if (target instanceof Node && main.contains(target)) return false;
    if (target instanceof HTMLButtonElement && !target.matches('nav .row')) return false;
    if (target instanceof HTMLButtonElement) target.click();
    main.querySelector('h2')?.focus({ preventScroll: true });
    return true;
  }

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { target } = event;
    const typing = target instanceof HTMLInputElement;
    const inDetail = target instanceof Node && main.contains(target);
    const arrows = (!typing || target === field) && !inDetail;
    let done = true;
    if (event.key === 'Escape') escape();
    else if (event.key === 'Enter') done = enter(event);
    else if (event.key === 'ArrowDown' && arrows) step(1);
    else if (event.key === 'ArrowUp' && arrows) step(-1);
    else if (event.key === '/' && !typing) field.select();
    else if (event.key === 'j' && !typing) step(1);
    else if (event.key === 'k' && !typing) step(-1);
    else done = false;
    if (done) event.preventDefault();
  });
}
