import { applyTheme, isDarkNow, OTHER_THEME, saveTheme } from '../components/apply-theme.ts';

/** Shows the button that switches between light and dark: without a script it would do nothing. */
export function enableTheme(): void {
  const button = document.getElementById('theme');
  if (button === null) return;
  const name = (): void => {
    const next = OTHER_THEME[isDarkNow() ? 'dark' : 'light'];
    button.setAttribute('aria-label', `Switch to ${next} theme`);
    button.title = `Switch to ${next} theme`;
  };
  button.hidden = false;
  name();
  button.addEventListener('click', () => {
    const next = OTHER_THEME[isDarkNow() ? 'dark' : 'light'];
    saveTheme(next);
    applyTheme(next);
    name();
  });
}
