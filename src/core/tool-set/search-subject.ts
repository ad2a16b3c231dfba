import { isActionTerm } from '../relevance/action.ts';
import { functionTerm } from './function-terms.ts';

type Terms = ReadonlySet<string>;

/** The names of search engines: what they search is the web. */
const ENGINES: Terms = new Set(
  'google duckduckgo ddg bing brave exa tavily serp serper serpapi searx searxng kagi yandex baidu linkup'
    .split(' ')
    .map((word) => functionTerm(word) ?? word),
);
/** Words in the names of servers that say nothing about what they are for. */
const EMPTY: Terms = new Set(
  'server mcp api integration service client plugin'
    .split(' ')
    .map((word) => functionTerm(word) ?? word),
);

/** What a tool that searches says it searches: an engine means the web, and a bare `search` is about what its server is about. */
export function nameSubject(core: Terms, action: string | null, server: Terms): Terms {
  if (action !== 'search') return core;
  const isBare = [...core].every(isActionTerm);
  const subject = isBare ? [...server].filter((term) => !EMPTY.has(term)) : [];
  return throughEngines(new Set([...core, ...subject]), action);
}

/** The terms with the web for the name of an engine, where they are those of a search. */
export function throughEngines(terms: Terms, action: string | null): Terms {
  if (action !== 'search') return terms;
  return new Set([...terms].map((term) => (ENGINES.has(term) ? 'web' : term)));
}
