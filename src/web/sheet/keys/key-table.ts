/** What a key can do. */
export type KeyAction =
  | 'choose'
  | 'also'
  | 'none'
  | 'yes'
  | 'no'
  | 'opinion'
  | 'decide'
  | 'filter'
  | 'details'
  | 'arguments'
  | 'rationale'
  | 'clause'
  | 'unsure'
  | 'skip'
  | 'save'
  | 'undo'
  | 'next'
  | 'previous'
  | 'up'
  | 'down'
  | 'scroll'
  | 'raw'
  | 'expand'
  | 'guide'
  | 'cases'
  | 'export'
  | 'keys'
  | 'leave';

/** What keys depend on: a key that would do nothing is neither handled nor shown. */
export interface KeyContext {
  readonly isLabel: boolean;
  /** A field has the focus: letters and digits are text. */
  readonly isTyping: boolean;
  /** A button or link has the focus, which Enter presses. */
  readonly isOnControl: boolean;
  /** The field of the decision that has the focus; what is chosen from, where none has. */
  readonly field: DecisionField;
  /** Which arrows the focused element leaves to the page: in a text of several lines they move the caret. */
  readonly arrows: ReadonlySet<'up' | 'down'>;
  readonly isDialogOpen: boolean;
  /** How many numbered choices are shown. */
  readonly choices: number;
  readonly hasArguments: boolean;
  readonly hasStatements: boolean;
  /** How many opinions there are to decide between. */
  readonly opinions: number;
  readonly asksClause: boolean;
  /** Whether answers are exported as a file. */
  readonly canExport: boolean;
  /** Whether the visitor may do more than look. */
  readonly canChange: boolean;
  readonly hasGuide: boolean;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly canUndo: boolean;
}

/** A part of the decision that arrows move between. */
export type DecisionField = 'choice' | 'arguments' | 'clause' | 'rationale';

/** Where a key is listed. */
export type KeyGroup = 'Choose' | 'Explain' | 'Move' | 'Look up';

/** One row of the table: handling, hints and the cheat sheet are all made from it. */
export interface KeyBinding {
  readonly action: KeyAction;
  /** As they are shown: any of them will do. */
  readonly keys: readonly string[];
  /** Values of `KeyboardEvent.key`; digits are matched by `matchKey`. */
  readonly events: readonly string[];
  readonly words: string;
  readonly group: KeyGroup;
  readonly modifier?: 'shift' | 'ctrl';
  /** Works while a field has the focus. */
  readonly isGlobal?: true;
  /** A person may not choose another key for it. */
  readonly isFixed?: true;
  readonly isActive?: (context: KeyContext) => boolean;
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
/** The keys that decide for an opinion at once: the first, the second, the third. */
export const OPINION_KEYS: readonly string[] = ['f', 's', 't'];
const isLabel = ({ isLabel }: KeyContext): boolean => isLabel;
const hasChoices = ({ choices, field }: KeyContext): boolean => choices > 0 && field === 'choice';
const isMarked = ({ hasStatements }: KeyContext): boolean => hasStatements;

/** All keys of the page. */
export const KEY_TABLE: readonly KeyBinding[] = [
  {
    action: 'choose',
    keys: ['1', '–', '9'],
    events: DIGITS,
    words: 'choose',
    group: 'Choose',
    isFixed: true,
    isActive: hasChoices,
  },
  {
    action: 'also',
    keys: ['⇧', '1', '–', '9'],
    events: DIGITS,
    modifier: 'shift',
    words: 'also acceptable',
    group: 'Choose',
    isFixed: true,
    isActive: (context) => isLabel(context) && hasChoices(context),
  },
  {
    action: 'none',
    keys: ['n'],
    events: ['n'],
    words: 'no tool',
    group: 'Choose',
    isActive: isLabel,
  },
  {
    action: 'yes',
    keys: ['y'],
    events: ['y'],
    words: 'next statement: yes',
    group: 'Choose',
    isActive: isMarked,
  },
  {
    action: 'no',
    keys: ['n'],
    events: ['n'],
    words: 'next statement: no',
    group: 'Choose',
    isActive: isMarked,
  },
  {
    action: 'opinion',
    keys: ['o'],
    events: ['o'],
    words: 'take an opinion',
    group: 'Choose',
    isActive: ({ opinions }) => opinions > 0,
  },
  {
    action: 'decide',
    keys: ['f', 's', 't'],
    events: OPINION_KEYS,
    words: 'decide for an opinion',
    group: 'Choose',
    isFixed: true,
    isActive: ({ opinions }) => opinions > 0,
  },
  {
    action: 'arguments',
    keys: ['a'],
    events: ['a'],
    words: 'arguments',
    group: 'Explain',
    isActive: ({ hasArguments }) => hasArguments,
  },
  { action: 'rationale', keys: ['r'], events: ['r'], words: 'why', group: 'Explain' },
  {
    action: 'clause',
    keys: ['c'],
    events: ['c'],
    words: 'clause of the guide',
    group: 'Explain',
    isActive: ({ asksClause }) => asksClause,
  },
  { action: 'unsure', keys: ['q'], events: ['q'], words: 'unsure', group: 'Explain' },
  { action: 'skip', keys: ['x'], events: ['x'], words: 'skip', group: 'Move' },
  {
    action: 'undo',
    keys: ['u'],
    events: ['u'],
    words: 'undo',
    group: 'Move',
    isActive: ({ canUndo }) => canUndo,
  },
  {
    action: 'save',
    keys: ['⏎'],
    events: ['Enter'],
    words: 'save and next',
    group: 'Move',
    isFixed: true,
    isActive: ({ isOnControl }) => !isOnControl,
  },
  {
    action: 'save',
    keys: ['Ctrl', '⏎'],
    events: ['Enter'],
    modifier: 'ctrl',
    words: 'save and next, also while typing',
    group: 'Move',
    isFixed: true,
    isGlobal: true,
  },
  {
    action: 'previous',
    keys: ['←'],
    events: ['ArrowLeft', 'k'],
    words: 'previous case',
    group: 'Move',
    isActive: ({ hasPrevious }) => hasPrevious,
  },
  {
    action: 'next',
    keys: ['→'],
    events: ['ArrowRight', 'j'],
    words: 'next case',
    group: 'Move',
    isActive: ({ hasNext }) => hasNext,
  },
  {
    action: 'up',
    keys: ['↑'],
    events: ['ArrowUp'],
    words: 'field above',
    group: 'Move',
    isGlobal: true,
    isFixed: true,
    isActive: ({ arrows }) => arrows.has('up'),
  },
  {
    action: 'down',
    keys: ['↓'],
    events: ['ArrowDown'],
    words: 'field below',
    group: 'Move',
    isGlobal: true,
    isFixed: true,
    isActive: ({ arrows }) => arrows.has('down'),
  },
  {
    action: 'scroll',
    keys: ['PgUp', 'PgDn'],
    events: ['PageUp', 'PageDown'],
    words: 'scroll the conversation',
    group: 'Move',
    isFixed: true,
  },
  {
    action: 'leave',
    keys: ['Esc'],
    events: ['Escape'],
    words: 'leave a field',
    group: 'Move',
    isGlobal: true,
    isFixed: true,
    isActive: ({ isTyping, isOnControl }) => isTyping || isOnControl,
  },
  {
    action: 'filter',
    keys: ['/'],
    events: ['/'],
    words: 'search tools',
    group: 'Look up',
    isActive: isLabel,
  },
  {
    action: 'details',
    keys: ['d'],
    events: ['d'],
    words: 'full descriptions',
    group: 'Look up',
    isActive: isLabel,
  },
  {
    action: 'guide',
    keys: ['g'],
    events: ['g'],
    words: 'guide',
    group: 'Look up',
    isActive: ({ hasGuide }) => hasGuide,
  },
  { action: 'raw', keys: ['v'], events: ['v'], words: 'values as recorded', group: 'Look up' },
  {
    action: 'expand',
    keys: ['z'],
    events: ['z'],
    words: 'expand or collapse all',
    group: 'Look up',
  },
  { action: 'cases', keys: ['l'], events: ['l'], words: 'list of cases', group: 'Look up' },
  {
    action: 'export',
    keys: ['e'],
    events: ['e'],
    words: 'export',
    group: 'Look up',
    isActive: ({ canExport }) => canExport,
  },
  { action: 'keys', keys: ['?'], events: ['?'], words: 'all keys', group: 'Look up' },
];
