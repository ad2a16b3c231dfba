import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './button.tsx';

type Theme = 'light' | 'dark';

const KEY = 'whichtool-theme';
const OTHER: Readonly<Record<Theme, Theme>> = { light: 'dark', dark: 'light' };

/** Switches between light and dark. The system decides until a person chooses; the choice is kept. */
export function ThemeButton(): JSX.Element {
  const [chosen, setChosen] = useState<Theme | null>(loadTheme);
  const [isDark, setDark] = useState(prefersDark);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const update = (): void => setDark(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  const theme = chosen ?? (isDark ? 'dark' : 'light');
  const next = OTHER[theme];
  const toggle = (): void => {
    saveTheme(next);
    setChosen(next);
    applyTheme(next);
  };
  return (
    <Button
      look="quiet"
      aria-label={`Switch to ${next} theme`}
      title={`Switch to ${next} theme`}
      onClick={toggle}
    >
      <span aria-hidden="true">{theme === 'dark' ? '☾' : '☀'}</span>
    </Button>
  );
}

/** Applies the theme that was chosen before: call it before anything is drawn. */
export function applyTheme(theme: Theme | null = loadTheme()): void {
  if (theme === null) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function prefersDark(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Pages from disk may have no storage: then the system decides. */
function loadTheme(): Theme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    return null;
  }
}

function saveTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice holds until the page is closed.
  }
}
