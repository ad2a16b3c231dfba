import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  applyTheme,
  loadTheme,
  OTHER_THEME,
  prefersDark,
  saveTheme,
  type Theme,
} from './apply-theme.ts';
import { Button } from './button.tsx';

export { applyTheme } from './apply-theme.ts';

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
  const next = OTHER_THEME[theme];
  const toggle = (): void => {
    saveTheme(next);
    setChosen(next);
    applyTheme(next);
  };
  const words = `Switch to ${next} theme`;
  return (
    <Button look="quiet" aria-label={words} title={words} onClick={toggle}>
      <span aria-hidden="true">{theme === 'dark' ? '☾' : '☀'}</span>
    </Button>
  );
}
