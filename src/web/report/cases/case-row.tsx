import type { JSX } from 'preact';
import type { ReportEntry } from '#core';
import { Foreign, Name } from '../../components/foreign.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { titleOf } from '../trace/trace-panel.tsx';
import type { Summary } from './summary-of.ts';

const MAX_QUESTION = 300;

/** A run or case in one line: the question, what was expected and what was called, where it is. */
export function CaseRow({ entry, summary, href, isCurrent, isRepeated }: RowParts): JSX.Element {
  const { verdict, evidence, passing } = entry;
  const question = isRepeated ? undefined : evidence?.question;
  return (
    <a
      class={verdict === null ? 'case' : `case ${verdict}`}
      href={href}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <VerdictSign verdict={verdict} />
      <span class="case-question cut">
        {question === undefined ? (
          <Name text={titleOf(entry)} />
        ) : (
          <>
            “<Foreign text={question.slice(0, MAX_QUESTION).replaceAll(/\s+/g, ' ')} />”
          </>
        )}
        {passing === null ? null : <span class="soft">{` ${passing.k}/${passing.n} runs`}</span>}
      </span>
      <span class="case-calls cut">
        <SummaryView summary={summary} isRight={verdict === 'pass'} />
      </span>
      <span class="case-where cut">
        {evidence === null ? null : <Name text={evidence.where} />}
      </span>
    </a>
  );
}

interface RowParts {
  readonly entry: ReportEntry;
  readonly summary: Summary;
  readonly href: string;
  readonly isCurrent: boolean;
  /** Whether all entries have the same question: then it says nothing. */
  readonly isRepeated: boolean;
}

function SummaryView({
  summary: { expected, called, note },
  isRight,
}: {
  readonly summary: Summary;
  readonly isRight: boolean;
}): JSX.Element {
  return (
    <>
      {expected.length === 0 ? null : (
        <>
          <Names names={expected.slice(0, 1)} class="soft" />
          {expected.length < 2 ? null : (
            <span class="soft">{` and ${expected.length - 1} more`}</span>
          )}
          <span class="soft"> → </span>
        </>
      )}
      <Names names={called} class={isRight ? 'soft' : 'bad strong'} />
      {note === null ? null : (
        <span class="soft">
          {' '}
          <Foreign text={note} />
        </span>
      )}
    </>
  );
}

function Names({ names, class: look }: { names: readonly string[]; class: string }): JSX.Element {
  return (
    <>
      {names.map((name, i) => (
        <>
          {i === 0 ? '' : ', '}
          <Name key={name} text={name} class={look} />
        </>
      ))}
    </>
  );
}
