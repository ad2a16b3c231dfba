export type Theme = 'light' | 'dark';

const KEY = 'whichtool-theme';

/** What a switch changes to. */
export const OTHER_THEME: Readonly<Record<Theme, Theme>> = { light: 'dark', dark: 'light' };

/** Applies a theme, by default the one that was chosen before: call it before anything is drawn. */
export function applyTheme(theme: Theme | null = loadTheme()): void {
  if (theme === null) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Whether the page is dark: by choice, otherwise as the system is. */
export function isDarkNow(): boolean {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === undefined ? prefersDark() : chosen === 'dark';
}

/** Whether the system is dark. */
export function prefersDark(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;
}

/** The theme that was chosen before; pages from disk may have no storage: then the system decides. */
export function loadTheme(): Theme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a choice for the next page. */
export function saveTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice holds until the page is closed.
  }
}
