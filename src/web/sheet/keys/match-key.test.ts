import { expect, it } from 'vitest';
import { KEY_TABLE, type KeyContext } from './key-table.ts';
import { isBindingActive, matchKey, type Pressed } from './match-key.ts';

const CONTEXT: KeyContext = {
  isLabel: true,
  isTyping: false,
  isOnControl: false,
  field: 'choice',
  arrows: new Set(['up', 'down'] as const),
  isDialogOpen: false,
  choices: 3,
  hasArguments: true,
  hasStatements: false,
  opinions: 0,
  asksClause: false,
  canExport: true,
  canChange: true,
  hasGuide: true,
  hasPrevious: true,
  hasNext: true,
  canUndo: true,
};

function press(key: string, more: Partial<Pressed> = {}): Pressed {
  const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
  return { key, code: '', ...none, ...more };
}
function actionOf(pressed: Pressed, more: Partial<KeyContext> = {}): string | null {
  const match = matchKey(pressed, { ...CONTEXT, ...more }, KEY_TABLE);
  if (match === null) return null;
  return match.number === null ? match.action : `${match.action} ${match.number}`;
}

it.each([
  ['2', 'choose 2'],
  ['n', 'none'],
  ['x', 'skip'],
  ['q', 'unsure'],
  ['u', 'undo'],
  ['g', 'guide'],
  ['a', 'arguments'],
  ['/', 'filter'],
  ['r', 'rationale'],
  ['Enter', 'save'],
  ['ArrowRight', 'next'],
  ['ArrowLeft', 'previous'],
  ['e', 'export'],
  ['?', 'keys'],
  ['v', 'raw'],
  ['z', 'expand'],
  ['ArrowDown', 'down'],
  ['ArrowUp', 'up'],
  ['PageDown', 'scroll'],
  ['l', 'cases'],
])('%s: %s', (key, action) => {
  expect(actionOf(press(key))).toBe(action);
});

it('reads a digit with shift by its place on the keyboard', () => {
  expect(actionOf(press('"', { code: 'Digit2', shiftKey: true }))).toBe('also 2');
  expect(actionOf(press('é', { code: 'Digit2' }))).toBe('choose 2');
  expect(actionOf(press('2', { code: 'Numpad2' }))).toBe('choose 2');
});

it('does nothing for a number without a choice', () => {
  expect(actionOf(press('4'))).toBeNull();
  expect(actionOf(press('1'), { choices: 0 })).toBeNull();
});

it('leaves letters, digits and Enter to the field that is typed in', () => {
  for (const key of ['1', 'n', 'x', 'u', '/', 'Enter', 'ArrowLeft'])
    expect(actionOf(press(key), { isTyping: true })).toBeNull();
  expect(actionOf(press('Enter', { ctrlKey: true }), { isTyping: true })).toBe('save');
  expect(actionOf(press('Enter', { metaKey: true }), { isTyping: true })).toBe('save');
  expect(actionOf(press('Escape'), { isTyping: true })).toBe('leave');
});

it('chooses by digits only while what is chosen from has the focus', () => {
  expect(actionOf(press('1'), { field: 'rationale', isOnControl: true })).toBeNull();
  expect(actionOf(press('2', { shiftKey: true, code: 'Digit2' }), { field: 'clause' })).toBeNull();
});

it('moves between fields by arrows, also from a line of text, not inside of a longer text', () => {
  expect(actionOf(press('ArrowDown'), { isTyping: true })).toBe('down');
  const inside = { isTyping: true, arrows: new Set(['up'] as const) };
  expect(actionOf(press('ArrowDown'), inside)).toBeNull();
  expect(actionOf(press('ArrowUp'), inside)).toBe('up');
});

it('leaves Enter to a focused button, and shortcuts to the browser', () => {
  expect(actionOf(press('Enter'), { isOnControl: true })).toBeNull();
  expect(actionOf(press('1'), { isOnControl: true })).toBe('choose 1');
  expect(actionOf(press('n', { ctrlKey: true }))).toBeNull();
  expect(actionOf(press('x', { altKey: true }))).toBeNull();
});

it('does nothing while a dialog is open', () => {
  for (const { events } of KEY_TABLE)
    for (const key of events) expect(actionOf(press(key), { isDialogOpen: true })).toBeNull();
});

it('marks statements where answers are rated', () => {
  const rating = { isLabel: false, hasStatements: true, hasArguments: false };
  expect(actionOf(press('y'), rating)).toBe('yes');
  expect(actionOf(press('n'), rating)).toBe('no');
  expect(actionOf(press('a'), rating)).toBeNull();
  expect(actionOf(press('1', { shiftKey: true, code: 'Digit1' }), rating)).toBeNull();
});

it('has one meaning for each key in every context', () => {
  const contexts = [CONTEXT, { ...CONTEXT, isLabel: false, hasStatements: true }];
  for (const context of contexts) {
    const active = KEY_TABLE.filter((binding) => isBindingActive(binding, context));
    const names = active.flatMap(({ events, modifier = '' }) =>
      events.map((key) => `${modifier} ${key}`),
    );
    expect(new Set(names).size).toBe(names.length);
  }
});

it('decides by a key for each opinion that there is', () => {
  expect(actionOf(press('f'), { opinions: 2 })).toBe('decide');
  expect(actionOf(press('s'), { opinions: 2 })).toBe('decide');
  expect(actionOf(press('t'), { opinions: 2 })).toBeNull();
  expect(actionOf(press('f'))).toBeNull();
});

it('changes nothing where a visitor only looks', () => {
  const looking = { canChange: false, opinions: 2 };
  for (const key of ['1', 'n', 'x', 'q', 'u', 'Enter', 'f', 'o', 'a', 'r'])
    expect(actionOf(press(key), looking)).toBeNull();
  expect(actionOf(press('Enter', { ctrlKey: true }), looking)).toBeNull();
  expect(actionOf(press('ArrowRight'), looking)).toBe('next');
});
