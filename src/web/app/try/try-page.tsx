import type { JSX } from 'preact';
import { Foreign, Name } from '../../components/foreign.tsx';
import { useApi } from '../data/use-api.ts';
import { Await, Empty } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';
import type { ApiTrial } from '#schema';
import { JobPanel } from './job-panel.tsx';
import { TrialForm } from './trial-form.tsx';
import { useTryJob } from './use-try-job.ts';

/** Tries other descriptions of two tools that are taken for each other. */
export function TryPage({ query }: ViewParts): JSX.Element {
  const [suite, name] = [query.get('suite') ?? '', query.get('eval') ?? ''];
  if (suite !== '' && name !== '') return <Trial suite={suite} name={name} query={query} />;
  return (
    <main class="view try-view">
      <Empty title="Choose what to try." isView>
        <p>
          A cell of the confusion matrix of a <a href="/runs">run</a> or of a{' '}
          <a href="/suites">suite</a> leads here, with the two tools that were confused.
        </p>
      </Empty>
    </main>
  );
}

function Trial({
  suite,
  name,
  query,
}: {
  readonly suite: string;
  readonly name: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const asked = new URLSearchParams({ suite, eval: name });
  const trial = useApi<ApiTrial>(`try?${asked.toString()}`);
  const job = useTryJob();
  const pair = [...new Set([query.get('expected') ?? '', query.get('called') ?? ''])].filter(
    (label) => label !== '' && !label.startsWith('('),
  );
  return (
    <main class="view try-view">
      <h1>
        <a href={`/suites/${encodeURIComponent(suite)}`}>
          <Foreign text={suite} />
        </a>{' '}
        / try <Foreign text={name} />
      </h1>
      <p class="soft">
        The model gets other descriptions, and the cases that they may change are run again. Nothing
        changes on the servers, nor in the suite.
      </p>
      <Await loaded={trial} what="the eval">
        {(value) =>
          value.obstacle === null ? (
            <TrialForm key={pair.join(' ')} trial={value} pair={pair} job={job} />
          ) : (
            <Empty title="Nothing can be tried here.">
              <p>
                <Foreign
                  text={`${value.obstacle.charAt(0).toUpperCase()}${value.obstacle.slice(1)}.`}
                />
              </p>
              <p>
                Of recorded runs: change the description where the agent runs, record it again, and{' '}
                <a href="/compare">compare</a> the two runs.
              </p>
              {pair.length === 0 ? null : (
                <p class="soft">
                  The pair: <Name text={pair.join(', ')} />
                </p>
              )}
            </Empty>
          )
        }
      </Await>
      <JobPanel job={job} suite={suite} eval={name} />
    </main>
  );
}
