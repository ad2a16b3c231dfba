import type { ApiDamagedRun, ApiRun, ApiRunChoices, ApiRunPage } from '#schema';
import { VERDICTS } from '#reporters';
import { readChoice, readPage } from '../http/page-query.ts';

/** A page of the kept runs that fit a query, with what they can be filtered by. */
export function pageOfRuns(
  listed: readonly (ApiRun | ApiDamagedRun)[],
  query: URLSearchParams,
): ApiRunPage {
  const { from, limit } = readPage(query);
  const fits = readRunFilter(query);
  const fitting = fits === null ? listed : listed.filter((run) => !('damaged' in run) && fits(run));
  const end = from + limit;
  return {
    total: fitting.length,
    items: fitting.slice(from, end),
    next: end < fitting.length ? String(end) : null,
    kept: listed.length,
    choices: choicesOf(listed.filter((run): run is ApiRun => !('damaged' in run))),
  };
}

/** What a query asks for; null where it asks for all, those that cannot be read too. */
function readRunFilter(query: URLSearchParams): ((run: ApiRun) => boolean) | null {
  const verdict = readChoice(query, 'verdict', VERDICTS);
  const [suite, branch] = [query.get('suite'), query.get('branch')];
  const text = (query.get('name') ?? '').toLowerCase();
  if (verdict === undefined && suite === null && branch === null && text === '') return null;
  return (run) =>
    (verdict === undefined || run.verdict === verdict) &&
    (suite === null || run.suites.includes(suite)) &&
    (branch === null || run.revision?.branch === branch) &&
    (text === '' || nameOf(run).includes(text));
}

function nameOf({ id, name }: ApiRun): string {
  return `#${id} ${name ?? ''}`.toLowerCase();
}

/** The suites and branches of runs, in order. */
export function choicesOf(runs: readonly ApiRun[]): ApiRunChoices {
  const suites = new Set(runs.flatMap((run) => run.suites));
  const branches = new Set(runs.flatMap(({ revision }) => revision?.branch ?? []));
  return { suites: [...suites].toSorted(), branches: [...branches].toSorted() };
}
