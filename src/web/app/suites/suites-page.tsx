import type { JSX } from 'preact';
import { formatCount } from '#reporters';
import type { ApiPage, ApiSuiteHead } from '#schema';
import { Foreign, Name } from '../../components/foreign.tsx';
import { useApi } from '../data/use-api.ts';
import { Await, Empty } from '../frame/states.tsx';

/** The suites of the project. Each opens its editor. */
export function SuitesPage(): JSX.Element {
  const page = useApi<ApiPage<ApiSuiteHead>>('suites?limit=200');
  return (
    <main class="view">
      <h1>Suites</h1>
      <Await loaded={page} what="the suites">
        {({ items }) => <SuiteList suites={items} />}
      </Await>
    </main>
  );
}

function SuiteList({ suites }: { readonly suites: readonly ApiSuiteHead[] }): JSX.Element {
  if (suites.length === 0)
    return (
      <Empty title="There is no suite in this project yet.">
        <p>
          <code>whichtool init</code> makes one.
        </p>
      </Empty>
    );
  return (
    <ul class="suites">
      {suites.map(({ file, tests, evals, issues }) => (
        <li key={file} class="panel">
          {issues.length === 0 ? (
            <a href={`/suites/${encodeURIComponent(file)}`}>
              <Name text={file} />
            </a>
          ) : (
            <Name text={file} />
          )}{' '}
          <span class="soft">
            {issues.length === 0
              ? [formatCount(tests.length, 'test'), formatCount(evals.length, 'eval')].join(', ')
              : `${formatCount(issues.length, 'error')}: it cannot be run`}
          </span>
          {issues.slice(0, 3).map(({ code, message, where }, i) => (
            <p key={i} class="bad small">
              <Foreign text={`${where?.line ?? ''} ${message} [${code}]`.trim()} />
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
