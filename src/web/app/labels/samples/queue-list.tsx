import type { JSX } from 'preact';
import { answerLine, formatCount } from '#reporters';
import type { ApiLabelCase, ApiOwnProgress, ApiPage, LabelTask } from '#schema';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import { Foreign } from '../../../components/foreign.tsx';
import { useKeys } from '../../../components/keys.ts';
import { visit } from '../../address/use-address.ts';
import { useApi } from '../../data/use-api.ts';
import { Await, Empty } from '../../frame/states.tsx';
import { casePath, samplePath } from '../label-paths.ts';
import { OPEN_STATES, STATE_WORDS, stateWords } from '../state-words.ts';
import { doneOf, ProgressLine } from './progress-line.tsx';

interface QueueParts {
  readonly sample: string;
  readonly task: LabelTask;
  /** Whom an admin looks at. */
  readonly reviewer: string | null;
  readonly own: ApiOwnProgress | null;
  readonly isDecision: boolean;
  readonly query: URLSearchParams;
}

const PAGE_SIZE = 100;

/** The cases of one person. Filter and order are in the address. */
export function QueueList(parts: QueueParts): JSX.Element {
  const { sample, task, reviewer, own, isDecision, query } = parts;
  const part = isDecision ? 'decide' : 'review';
  const start = isDecision
    ? samplePath(sample, { task, part: '/adjudicate' })
    : casePath({ sample, task, part, reviewer }, '-');
  const page = useApi<ApiPage<ApiLabelCase>>(
    `samples/${encodeURIComponent(sample)}/queue?${apiQuery(parts).toString()}`,
  );
  useKeys([
    {
      keys: ['Enter'],
      words: 'continue with the next open case',
      run: (event) => {
        if (event.target instanceof HTMLElement && event.target.closest('a, button') !== null)
          return false;
        visit(start);
        return true;
      },
    },
  ]);
  return (
    <>
      <div class="queue-head">
        {own === null ? null : (
          <ProgressLine name="you" done={doneOf(own)} total={own.cases} savedAt={own.savedAt} />
        )}
        {reviewer !== null ? null : (
          <a class="button primary" href={start}>
            {isDecision ? 'Decide' : own !== null && doneOf(own) > 0 ? 'Continue' : 'Start'}{' '}
            <kbd>⏎</kbd>
          </a>
        )}
        {isDecision ? (
          <a class="button" href={samplePath(sample, { task, part: '/agreement' })}>
            Agreement
          </a>
        ) : null}
      </div>
      <Filters {...parts} />
      <Await loaded={page} what="the cases">
        {(value) => <Cases page={value} parts={parts} hasFilter={query.get('state') !== null} />}
      </Await>
    </>
  );
}

function apiQuery({ task, reviewer, isDecision, query }: QueueParts): URLSearchParams {
  const state = query.get('state') ?? (query.get('done') === '1' ? '' : OPEN_STATES.join(','));
  return new URLSearchParams({
    task,
    part: isDecision ? 'decide' : 'review',
    ...(reviewer === null ? {} : { reviewer }),
    state,
    order: query.get('order') === 'latest' ? 'latest' : 'assigned',
    cursor: query.get('cursor') ?? '0',
    limit: String(PAGE_SIZE),
  });
}

/** The address with some parts changed; a null removes a part. */
function withQuery(
  { sample, query }: QueueParts,
  changes: Readonly<Record<string, string | null>>,
): string {
  const next = new URLSearchParams(query);
  next.delete('cursor');
  for (const [name, value] of Object.entries(changes))
    if (value === null) next.delete(name);
    else next.set(name, value);
  const text = next.toString();
  return `/labels/${encodeURIComponent(sample)}${text === '' ? '' : `?${text}`}`;
}

function Filters(parts: QueueParts): JSX.Element {
  const { own, query } = parts;
  const state = query.get('state');
  const isDoneShown = query.get('done') === '1';
  const isLatest = query.get('order') === 'latest';
  return (
    <div class="chips queue-filters">
      <Chip
        isOn={state === null && !isDoneShown}
        href={withQuery(parts, { state: null, done: null })}
      >
        Not done
      </Chip>
      {STATE_WORDS.filter(([name]) => name === state || (own?.states[name] ?? 1) > 0).map(
        ([name, words]) => (
          <Chip
            key={name}
            isOn={name === state}
            {...(own === null ? {} : { count: own.states[name] })}
            href={withQuery(parts, { state: name === state ? null : name })}
          >
            {words}
          </Chip>
        ),
      )}
      <span class="space" />
      <Button
        class="small"
        aria-pressed={isDoneShown}
        onClick={() => visit(withQuery(parts, { done: isDoneShown ? null : '1', state: null }))}
      >
        Show completed
      </Button>
      <Button
        class="small"
        aria-pressed={isLatest}
        onClick={() => visit(withQuery(parts, { order: isLatest ? null : 'latest' }))}
      >
        Last saved first
      </Button>
    </div>
  );
}

function Cases({
  page: { total, items, next },
  parts,
  hasFilter,
}: {
  readonly page: ApiPage<ApiLabelCase>;
  readonly parts: QueueParts;
  readonly hasFilter: boolean;
}): JSX.Element {
  if (total === 0)
    return (
      <Empty title={hasFilter ? 'No case is in this state.' : 'Nothing is left to do here.'}>
        <p>
          <a href={withQuery(parts, { done: '1', state: null })}>Show all cases</a>
        </p>
      </Empty>
    );
  return (
    <>
      <p class="soft">{formatCount(total, 'case')}</p>
      <ol class="queue">
        {items.map((found) => (
          <li key={found.row.id}>
            <CaseLine found={found} parts={parts} />
          </li>
        ))}
      </ol>
      {next === null && (parts.query.get('cursor') ?? '0') === '0' ? null : (
        <nav class="pages" aria-label="Pages">
          <Button
            disabled={(parts.query.get('cursor') ?? '0') === '0'}
            onClick={() => visit(withQuery(parts, {}))}
          >
            First
          </Button>
          <Button
            disabled={next === null}
            onClick={() => visit(withQuery(parts, { cursor: next }))}
          >
            More
          </Button>
        </nav>
      )}
    </>
  );
}

function CaseLine({
  found: { row, state, work, returned },
  parts: { sample, task, reviewer, isDecision },
}: {
  readonly found: ApiLabelCase;
  readonly parts: QueueParts;
}): JSX.Element {
  const part = isDecision ? 'decide' : 'review';
  const answer = row.answer ?? work?.doubt?.answer ?? null;
  const note = returned ?? noteOf(row.rationale, answer?.['rationale']);
  return (
    <a href={casePath({ sample, task, part, reviewer }, row.id)}>
      <span class="cut">
        <Foreign text={String(row.input) || row.id} />
      </span>
      <span class={`state-word ${state}`}>{stateWords(state)}</span>
      <span class="cut soft small answer">
        <Foreign text={[answerText(row, answer), note].filter((text) => text !== '').join(' · ')} />
      </span>
    </a>
  );
}

function noteOf(rationale: string | null, doubt: unknown): string {
  return rationale ?? (typeof doubt === 'string' ? doubt : '');
}

function answerText(row: ApiLabelCase['row'], answer: ApiLabelCase['row']['answer']): string {
  return row.answer === null || answer === null ? '' : answerLine(answer, row.question);
}
