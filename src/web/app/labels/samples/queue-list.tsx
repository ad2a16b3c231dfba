import type { JSX } from 'preact';
import { answerLine, formatCount } from '#reporters';
import type { ApiLabelCase, ApiPage } from '#schema';
import { Foreign } from '../../../components/foreign.tsx';
import { useKeys } from '../../../components/keys.ts';
import { VirtualList } from '../../../components/virtual-list.tsx';
import { visit } from '../../address/use-address.ts';
import { useRows } from '../../data/use-rows.ts';
import { Boundary } from '../../frame/boundary.tsx';
import { Empty } from '../../frame/states.tsx';
import { casePath, samplePath, withQuery } from '../label-paths.ts';
import { stateWords } from '../state-words.ts';
import { doneOf, ProgressLine } from './progress-line.tsx';
import { QueueFilters } from './queue-filters.tsx';
import { changeQuery, orderIn, queuePath, type QueueParts } from './queue-query.ts';

/** The cases of one person. Filter and order are in the address. */
export function QueueList(parts: QueueParts): JSX.Element {
  const { sample, task, own, reviewer, isDecision } = parts;
  const start = startPath(parts);
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
      <QueueFilters {...parts} />
      <Boundary key={`${sample} ${task} ${reviewer}`} what="the cases">
        <Cases {...parts} />
      </Boundary>
    </>
  );
}

/** Where the next open case is opened, in the order of the list. */
function startPath({ sample, task, reviewer, isDecision, query }: QueueParts): string {
  const isByPriority = orderIn(query) === 'priority';
  if (!isDecision) return casePath({ sample, task, part: 'review', reviewer, isByPriority }, '-');
  const path = samplePath(sample, { task, part: '/adjudicate' });
  return withQuery(path, isByPriority ? { order: 'priority' } : {});
}

/** The list is read in pages as it scrolls. */
function Cases(parts: QueueParts): JSX.Element {
  const { query } = parts;
  const pages = useRows<ApiLabelCase, ApiPage<ApiLabelCase>>(queuePath(parts));
  if (pages?.first == null)
    return (
      <p class="state loading soft" role="status">
        Reading the cases…
      </p>
    );
  const { total } = pages.first;
  if (total === 0)
    return (
      <Empty
        title={query.has('state') ? 'No case is in this state.' : 'Nothing is left to do here.'}
      >
        <p>
          <a href={changeQuery(parts, { done: '1', state: null })}>Show all cases</a>
        </p>
      </Empty>
    );
  return (
    <>
      <p class="soft">{formatCount(total, 'case')}</p>
      <div class="queue">
        <VirtualList
          count={total}
          label="Cases"
          current={null}
          isFollowed={false}
          row={(i) => <CaseLine case={pages.at(i)} parts={parts} />}
        />
      </div>
    </>
  );
}

function CaseLine({
  case: shown,
  parts: { sample, task, reviewer, isDecision, query },
}: {
  /** Null while it is read. */
  readonly case: ApiLabelCase | null;
  readonly parts: QueueParts;
}): JSX.Element {
  if (shown === null) return <a class="soft">…</a>;
  const { row, state, work, returned } = shown;
  const part = isDecision ? 'decide' : 'review';
  const isByPriority = orderIn(query) === 'priority';
  const answer = row.answer ?? work?.doubt?.answer ?? null;
  const note = returned ?? noteOf(row.rationale, answer?.['rationale']);
  const said = [answerText(row, answer), note].filter((text) => text !== '').join(' · ');
  return (
    <a href={casePath({ sample, task, part, reviewer, isByPriority }, row.id)}>
      <span class="cut">
        <Foreign text={typeof row.input === 'string' && row.input !== '' ? row.input : row.id} />
      </span>
      <span class={`state-word ${state}`}>{stateWords(state)}</span>
      <span class="cut soft small answer">
        <Foreign text={said} />
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
