/** Gives the focus to a gate, a class or a tool of the editor: `gate:tool_name_match`. The first of its name is taken. */
export function showPart(part: string | null): void {
  if (part === null) return;
  const box = [...document.querySelectorAll<HTMLElement>('[data-part]')].find(
    ({ dataset }) => dataset['part'] === part,
  );
  if (box === undefined) return;
  box.scrollIntoView({ block: 'center' });
  box.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
}
