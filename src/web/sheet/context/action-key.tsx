import type { JSX } from 'preact';
import { type KeyAction, type KeyBinding, type KeyContext } from '../keys/key-table.ts';
import { isBindingActive } from '../keys/match-key.ts';
import { useSheet } from './sheet-context.tsx';

/** The key of an action, from the table. It is shown only while it does something; its room stays. */
export function ActionKey({ action }: { readonly action: KeyAction }): JSX.Element | null {
  const { keys, settings } = useSheet();
  const bindings = settings.table.filter((binding) => binding.action === action);
  const active = bindings.find((binding) => isBindingActive(binding, keys));
  const shown = active ?? bindings[0];
  if (shown === undefined) return null;
  return (
    <span class={active === undefined ? 'keys off' : 'keys'} aria-hidden="true">
      {signsOf(shown, keys).map((key) => (key === '–' ? '–' : <kbd key={key}>{key}</kbd>))}
    </span>
  );
}

function signsOf(
  { action, keys: signs }: KeyBinding,
  { choices, opinions }: KeyContext,
): readonly string[] {
  return action === 'decide' ? signs.slice(0, opinions) : rangeOf(signs, choices);
}

/** Numbers end with the last choice. */
function rangeOf(signs: readonly string[], choices: number): readonly string[] {
  if (!signs.includes('–') || choices >= 9) return signs;
  const start = signs.slice(0, signs.indexOf('–'));
  return choices <= 1 ? start : [...start, '–', String(choices)];
}

/** Whether the key of an action does something now. */
export function useKeyIsActive(action: KeyAction): boolean {
  const { keys, settings } = useSheet();
  return settings.table.some(
    (binding) => binding.action === action && isBindingActive(binding, keys),
  );
}

/** The number of a choice, while numbers choose: as long as the choice is the field that people are at. */
export function NumberKey({ number }: { readonly number: number }): JSX.Element {
  const isShown = useKeyIsActive('choose') && number <= 9;
  return (
    <span class={isShown ? 'keys' : 'keys off'} aria-hidden="true">
      <kbd>{number <= 9 ? number : '·'}</kbd>
    </span>
  );
}
