import { type KeyAction, type KeyBinding, type KeyContext } from './key-table.ts';
import { isBindingActive } from './match-key.ts';

/** The keys that a person chose instead of those of the table. */
export type KeyOverrides = Readonly<Partial<Record<KeyAction, string>>>;

/** The table with the keys that a person chose. Arrows stay beside them. */
export function applyOverrides(
  table: readonly KeyBinding[],
  overrides: KeyOverrides,
): readonly KeyBinding[] {
  return table.map((binding) => {
    const key = overrides[binding.action];
    if (key === undefined || binding.isFixed === true) return binding;
    const arrows = binding.events.filter((event) => event.startsWith('Arrow'));
    const signs = binding.keys.filter((sign) => '←→'.includes(sign));
    return { ...binding, events: [...arrows, key], keys: [...signs, key] };
  });
}

/** Why a key cannot be chosen for an action, in words; null where it can. */
export function keyFault(
  table: readonly KeyBinding[],
  action: KeyAction,
  key: string,
): string | null {
  if (/^[1-9]$/.test(key)) return 'Digits choose among the options.';
  // One sign that people can see, and no space: keys such as Tab belong to the browser.
  if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(key)) return 'Press a letter or another sign.';
  const chosen = key.toLowerCase();
  const other = table.find(
    (binding) =>
      binding.action !== action &&
      binding.modifier === undefined &&
      binding.events.includes(chosen) &&
      isBesides(table, binding, action),
  );
  return other === undefined ? null : `“${chosen}” is the key for: ${other.words}.`;
}

/** Whether two actions can be active at the same time: labels and ratings are never on one page. */
function isBesides(table: readonly KeyBinding[], binding: KeyBinding, action: KeyAction): boolean {
  const own = table.filter((keyBinding) => keyBinding.action === action);
  return PAGES.some(
    (context) =>
      isBindingActive(binding, context) &&
      own.some((keyBinding) => isBindingActive(keyBinding, context)),
  );
}

/** Reads what was kept; anything that is not a key of a known action is left out. */
export function parseOverrides(text: string | null, table: readonly KeyBinding[]): KeyOverrides {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    // Another program wrote it: the keys of the table hold.
  }
  if (typeof kept !== 'object' || kept === null) return {};
  const overrides: { [Action in KeyAction]?: string } = {};
  for (const { action, isFixed } of table) {
    const key = (kept as Readonly<Record<string, unknown>>)[action];
    if (isFixed === true || typeof key !== 'string') continue;
    const now = applyOverrides(table, overrides);
    if (keyFault(now, action, key) === null) overrides[action] = key;
  }
  return overrides;
}

const ALL: KeyContext = {
  isLabel: true,
  isTyping: false,
  isOnControl: false,
  field: 'choice',
  arrows: new Set(['up', 'down'] as const),
  isDialogOpen: false,
  choices: 9,
  hasArguments: true,
  hasStatements: false,
  opinions: 3,
  asksClause: true,
  canExport: true,
  canChange: true,
  hasGuide: true,
  hasPrevious: true,
  hasNext: true,
  canUndo: true,
};

/** The two kinds of pages with every key on. */
const PAGES: readonly KeyContext[] = [
  ALL,
  { ...ALL, isLabel: false, hasStatements: true, hasArguments: false },
];
