import { type KeyAction, type KeyBinding, type KeyContext, OPINION_KEYS } from './key-table.ts';

/** The part of a keyboard event that decides what it does. */
export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'
>;

/** What a key does; null where it does nothing here. */
export interface KeyMatch {
  readonly action: KeyAction;
  /** Of a digit. */
  readonly number: number | null;
}

/** Looks a pressed key up in the table. */
export function matchKey(
  pressed: Pressed,
  context: KeyContext,
  table: readonly KeyBinding[],
): KeyMatch | null {
  const digit = digitOf(pressed);
  const binding = table.find(
    (keyBinding) => fits(keyBinding, pressed, digit) && isBindingActive(keyBinding, context),
  );
  if (binding === undefined) return null;
  // The key of an opinion that there is not does nothing.
  if (binding.action === 'decide' && OPINION_KEYS.indexOf(pressed.key) >= context.opinions)
    return null;
  if (binding.action !== 'choose' && binding.action !== 'also')
    return { action: binding.action, number: null };
  // A number without a choice does nothing.
  return digit === null || digit > context.choices
    ? null
    : { action: binding.action, number: digit };
}

/** Whether a key does something now. */
export function isBindingActive(binding: KeyBinding, context: KeyContext): boolean {
  if (context.isDialogOpen) return false;
  if (context.isTyping && binding.isGlobal !== true) return false;
  if (!context.canChange && !LOOKING.has(binding.action)) return false;
  return binding.isActive?.(context) ?? true;
}

/** What works where nothing may be changed. */
const LOOKING: ReadonlySet<KeyAction> = new Set<KeyAction>([
  'cases',
  'details',
  'down',
  'expand',
  'filter',
  'guide',
  'keys',
  'leave',
  'next',
  'previous',
  'raw',
  'scroll',
  'up',
]);

function fits(binding: KeyBinding, pressed: Pressed, digit: number | null): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = pressed;
  if (altKey) return false;
  const hasCtrl = ctrlKey || metaKey;
  if (hasCtrl !== (binding.modifier === 'ctrl')) return false;
  if (binding.action === 'choose' || binding.action === 'also')
    return digit !== null && shiftKey === (binding.modifier === 'shift');
  // Which signs need the shift key differs between keyboards, so that only letters must be without it.
  const isLetter = /^[a-z]$/.test(key);
  return binding.events.includes(key) && !(isLetter && shiftKey);
}

/** The digit of a key: with shift it writes another sign, on each keyboard its own. */
function digitOf({ key, code }: Pressed): number | null {
  const [digit] = /^[1-9]$/.exec(key) ?? /(?<=^Digit)[1-9]$/.exec(code) ?? [];
  return digit === undefined ? null : Number(digit);
}
