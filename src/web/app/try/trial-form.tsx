import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatNumber, makeVisible } from '#reporters';
import type { ApiTrial, ApiTrialPlan, ApiTrialRequest, ApiTryJob } from '#schema';
import { Button } from '../../components/button.tsx';
import { Foreign, Name } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { sendJson } from '../data/api.ts';

interface FormParts {
  readonly trial: ApiTrial;
  /** The labels of the cell that was chosen. */
  readonly pair: readonly string[];
  readonly job: ApiTryJob | null;
}

/** The descriptions of the pair, what trying them would take, and the button that starts it. */
export function TrialForm({ trial, pair, job }: FormParts): JSX.Element {
  const tools = toolsOf(trial, pair);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [limit, setLimit] = useState('');
  const [plan, setPlan] = useState<ApiTrialPlan | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const changed = Object.fromEntries(
    tools.flatMap(({ name, description }) => {
      const text = texts[name];
      return text === undefined || text === description || text.trim() === ''
        ? []
        : [[name, text] as const];
    }),
  );
  const isChanged = Object.keys(changed).length > 0;
  const isRunning = job?.state === 'running';
  const request = (): ApiTrialRequest => ({
    suite: trial.suite,
    eval: trial.eval,
    descriptions: changed,
    maxCost: limit.trim() === '' ? null : Number(limit),
  });
  const ask = async (path: string): Promise<unknown> => {
    setAsking(true);
    setFault(null);
    try {
      return await sendJson('POST', path, request());
    } catch (error) {
      setFault((error as Error).message);
      return null;
    } finally {
      setAsking(false);
    }
  };
  const edit = (name: string, text: string): void => {
    setTexts({ ...texts, [name]: text });
    setPlan(null);
  };
  return (
    <Panel title="Descriptions" class="trial-form">
      {tools.map(({ name, description }) => (
        <div key={name} class="trial-tool">
          <Name text={name} class="strong" />
          <textarea
            rows={3}
            aria-label={`Description of ${makeVisible(name)}`}
            value={texts[name] ?? description ?? ''}
            placeholder={description === null ? 'what the model sees now is not recorded' : ''}
            onInput={(event) => edit(name, event.currentTarget.value)}
          />
          {changed[name] === undefined ? null : (
            <p class="soft small">
              was: <Foreign text={description ?? '(not recorded)'} />
            </p>
          )}
        </div>
      ))}
      <div class="edit-row">
        <label>
          Stop at a cost of{' '}
          <input
            type="text"
            inputMode="decimal"
            class="cost"
            value={limit}
            placeholder="no limit"
            onInput={(event) => setLimit(event.currentTarget.value)}
          />
        </label>
        <Button
          disabled={!isChanged || isAsking || isRunning}
          onClick={() =>
            void ask('try/plan').then((value) => setPlan(value as ApiTrialPlan | null))
          }
        >
          What would it take?
        </Button>
        <Button
          look="primary"
          disabled={!isChanged || isAsking || isRunning || plan === null}
          title={plan === null ? 'See first what it would take' : 'Makes the runs'}
          onClick={() => void ask('try')}
        >
          Try it
        </Button>
      </div>
      {plan === null ? null : (
        <p role="status">
          <PlanWords plan={plan} baseline={trial.baseline?.id ?? null} />
        </p>
      )}
      {fault === null ? null : (
        <p class="bad" role="alert">
          ✗ <Foreign text={fault} />
        </p>
      )}
    </Panel>
  );
}

function PlanWords({
  plan: { cases, allCases, toMake, mostRequests, cost },
  baseline,
}: {
  readonly plan: ApiTrialPlan;
  readonly baseline: number | null;
}): JSX.Element {
  const requests =
    mostRequests === null
      ? ''
      : mostRequests === 0
        ? ', asks no model'
        : `, at most ${formatNumber(mostRequests)} requests`;
  const price =
    cost === null
      ? 'what it costs is not known'
      : cost === 0
        ? 'costs nothing'
        : `about ${cost.toFixed(4)} by earlier runs`;
  return (
    <>
      {`${cases} of ${allCases} cases, ${toMake} runs to make${requests}; ${price}. Compared with run #${baseline ?? '?'}.`}
    </>
  );
}

/** The tools of the pair: a label may lack the server of a tool. */
function toolsOf({ tools }: ApiTrial, pair: readonly string[]): ApiTrial['tools'] {
  const matches = tools.filter(({ name }) =>
    pair.some((label) => name === label || name.endsWith(`.${label}`)),
  );
  const missing = pair.filter(
    (label) => !matches.some(({ name }) => name === label || name.endsWith(`.${label}`)),
  );
  return [...matches, ...missing.map((name) => ({ name, description: null }))];
}
