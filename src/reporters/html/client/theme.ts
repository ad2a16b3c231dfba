const KEY = 'whichtool-theme';

/** Lets a button switch between light and dark; the choice is kept where the browser allows it. */
export function enableTheme(toggle: HTMLElement): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let choice = load();

  function draw(): void {
    if (choice === null) delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
    const next = isDark() ? 'light' : 'dark';
    toggle.setAttribute('aria-label', `Switch to ${next} theme`);
    toggle.title = `Switch to ${next} theme`;
  }
  function isDark(): boolean {
    return choice === null ? system.matches : choice === 'dark';
  }

  toggle.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    // Choosing what the system has means following the system again.
    choice = (next === 'dark') === system.matches ? null : next;
    save(choice);
    draw();
  });
  system.addEventListener('change', draw);
  draw();
}

function load(): 'light' | 'dark' | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    // Storage is refused inside sandboxed artifact viewers: the system decides.
    return null;
  }
}

function save(choice: 'light' | 'dark' | null): void {
  try {
    if (choice === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // As above: the choice lasts as long as the page.
  }
}
