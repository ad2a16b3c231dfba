import { formatNumber } from '#reporters';

/** What a search hides and shows again. */
const ROWS = 'tbody tr, .panel ul:not(.facts) > li, .panel dl > div';

/** Lets people search the page: rows without the words are hidden, and parts without rows. The address keeps the words. */
export function enableSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#search');
  const count = document.getElementById('found');
  if (field === null || count === null) return;
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].map((row) => ({
    row,
    text: (row.textContent ?? '').toLowerCase(),
  }));
  const parts = [...document.querySelectorAll<HTMLElement>('main > section, main details')];
  const filter = (): void => {
    const terms = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !terms.every((term) => text.includes(term));
      if (!row.hidden) shown += 1;
    }
    for (const part of parts) {
      const own = rows.filter(({ row }) => part.contains(row));
      part.hidden = terms.length > 0 && own.every(({ row }) => row.hidden);
    }
    count.textContent =
      terms.length === 0 ? '' : `${formatNumber(shown)} of ${formatNumber(rows.length)} rows`;
  };
  const read = (): void => {
    const words = new URLSearchParams(location.hash.slice(1)).get('q');
    if (words === null) return;
    field.value = words;
    filter();
    scrollTo({ top: 0 });
  };
  field.closest<HTMLElement>('.search')!.hidden = rows.length === 0;
  field.addEventListener('input', () => {
    filter();
    const address =
      field.value === ''
        ? location.pathname + location.search
        : `#${new URLSearchParams({ q: field.value }).toString()}`;
    history.replaceState(null, '', address);
  });
  addEventListener('hashchange', read);
  addEventListener('keydown', (event) => press(event, field));
  read();
}

/** `/` searches, Escape clears. */
function press(event: KeyboardEvent, field: HTMLInputElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === '/' && document.activeElement !== field) field.select();
  else if (event.key === 'Escape' && field.value !== '') {
    field.value = '';
    field.dispatchEvent(new Event('input'));
  } else return;
  event.preventDefault();
}
