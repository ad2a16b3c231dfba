import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import { visit } from '../address/use-address.ts';
import { useApi } from '../data/use-api.ts';
import { Await, Empty } from '../frame/states.tsx';
import { openableRuns, RUNS_PATH, type RunsPage, runWords } from '../sides/run-words.ts';

/** The server puts no more runs beside each other. */
const MAX_RUNS = 8;

/** Which runs are put side by side. */
export function RunsChoice({ chosen }: { readonly chosen: readonly string[] }): JSX.Element {
  const runs = useApi<RunsPage>(RUNS_PATH);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(chosen));
  const toggle = (id: string): void => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
  };
  return (
    <main class="page single">
      <h1>Runs side by side</h1>
      <Await loaded={runs} what="the runs">
        {(page) => {
          const listed = openableRuns(page);
          if (listed.length === 0)
            return (
              <Empty title="No run is kept in this project yet.">
                <p>
                  <code>whichtool run</code> keeps each of its runs.
                </p>
              </Empty>
            );
          return (
            <Panel>
              <p class="soft">
                {`Choose up to ${MAX_RUNS} runs. A single run with several models shows its models.`}
              </p>
              <ul class="runs-choice">
                {listed.map((run) => (
                  <li key={run.id}>
                    <label>
                      <input
                        type="checkbox"
                        checked={ids.has(String(run.id))}
                        disabled={ids.size >= MAX_RUNS && !ids.has(String(run.id))}
                        onChange={() => toggle(String(run.id))}
                      />{' '}
                      {runWords(run)}
                    </label>
                  </li>
                ))}
              </ul>
              <Button
                look="primary"
                disabled={ids.size === 0}
                onClick={() => visit(`/models?runs=${inOrder(ids).join(',')}`)}
              >
                Show side by side
              </Button>
            </Panel>
          );
        }}
      </Await>
    </main>
  );
}

/** The oldest first, as before and after are read. */
function inOrder(ids: ReadonlySet<string>): readonly string[] {
  return [...ids].sort((a, b) => Number(a) - Number(b));
}
