import { termOf } from './term.ts';

/** What tools do, one word for each meaning. */
const ACTIONS: ReadonlySet<string> = new Set(
  (
    'search get read write create delete update list send calculate convert translate open close start stop move copy rename upload download ' +
    'add set insert append replace install uninstall enable disable book cancel buy sell pay refund plot draw analyze summarize compare ' +
    'predict estimate determine validate show display describe execute run click navigate press scroll drag schedule remind play pause ' +
    'subscribe unsubscribe follow unfollow lock unlock archive restore import export merge split sort filter count connect ' +
    'disconnect login logout register approve reject assign unassign resolve reopen save load tell give'
  )
    .split(' ')
    .map((word) => termOf(word) ?? word),
);

/** The first thing in a list of terms that a tool or a person can do; null where there is none. */
export function actionOf(terms: Iterable<string>): string | null {
  for (const term of terms) if (ACTIONS.has(term)) return term;
  return null;
}

/** Whether a word asks for something to be done. */
export function isAction(word: string): boolean {
  const term = termOf(word);
  return term !== null && ACTIONS.has(term);
}

/** Whether a term means something that a tool can do. */
export function isActionTerm(term: string): boolean {
  return ACTIONS.has(term);
}
