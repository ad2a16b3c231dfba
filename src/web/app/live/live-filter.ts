import { type ApiLiveTrace, LIVE_OUTCOMES, type LiveOutcome } from '#schema';
import type { Verdict } from '#core';

/** Which traces the list shows: a part of the address. */
export interface LiveFilter {
  readonly outcome: LiveOutcome | null;
  readonly verdict: Verdict | null;
  readonly tool: string | null;
  readonly text: string | null;
}

const VERDICTS: ReadonlySet<string> = new Set(['pass', 'fail', 'error', 'inconclusive']);
const OUTCOMES: ReadonlySet<string> = new Set(LIVE_OUTCOMES);

/** The filter of an address: `show` is a verdict or an outcome. */
export function readLiveFilter(query: URLSearchParams): LiveFilter {
  const show = query.get('show') ?? '';
  const isVerdict = VERDICTS.has(show);
  const isOutcome = OUTCOMES.has(show);
  return {
    verdict: isVerdict ? (show as Verdict) : null,
    outcome: isOutcome ? (show as LiveOutcome) : null,
    tool: query.get('tool') || null,
    text: query.get('text') || null,
  };
}

/** The query of the API for a filter. */
export function filterQuery(filter: LiveFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== null) query.set(name, String(value));
  return query.toString();
}

/** Whether a trace that has changed belongs to the list: the same rule as that of the server. */
export function isShown(
  filter: LiveFilter,
  { outcome, verdict, id, summary }: ApiLiveTrace,
): boolean {
  if (filter.outcome !== null && outcome !== filter.outcome) return false;
  if (filter.verdict !== null && verdict !== filter.verdict) return false;
  if (filter.tool !== null && summary?.tools.includes(filter.tool) !== true) return false;
  if (filter.text === null) return true;
  const {
    question = null,
    agent = null,
    model = null,
    test = null,
    why = null,
    tools = [],
  } = summary ?? {};
  const words = [id, question, agent, model, test, why, ...tools].join('\n').toLowerCase();
  return words.includes(filter.text.toLowerCase());
}
