import type { JSX } from 'preact';
import type { QuotedExpectation } from '#core';
import { stringifyJson } from '#core';
import { Foreign, Lines, Name } from '../../components/foreign.tsx';

/** What was expected of a run, why, and who says so. */
export function LabelView({ label, isShown }: LabelParts): JSX.Element | null {
  const { calls, alternatives = [], rationale, agreed = [] } = label;
  const isEmpty = alternatives.length + agreed.length === 0 && rationale === undefined;
  if (isShown && isEmpty) return null;
  return (
    <section class="trace-part">
      <h3>Label</h3>
      {isShown ? null : calls.length === 0 ? (
        <p>no tool call</p>
      ) : (
        <ol class="expected-calls">
          {calls.map((call, i) => (
            <li key={i}>
              <Name text={call.tool} />{' '}
              {call.arguments === undefined ? null : (
                <Name class="soft" text={stringifyJson(call.arguments)} />
              )}
            </li>
          ))}
        </ol>
      )}
      {alternatives.length === 0 ? null : (
        <p>
          as good:{' '}
          {alternatives.map((tool, i) => (
            <>
              {i === 0 ? '' : ', '}
              <Name text={tool} />
            </>
          ))}
        </p>
      )}
      {rationale === undefined ? null : (
        <p>
          <Lines text={rationale} />
        </p>
      )}
      {agreed.length === 0 ? null : (
        <p class="soft">
          {agreed.map((reviewer, i) => (
            <>
              {i === 0 ? '' : i === agreed.length - 1 ? ' and ' : ', '}
              <Foreign text={reviewer} />
            </>
          ))}
          {agreed.length === 1 ? ' says so.' : ' agreed.'}
        </p>
      )}
    </section>
  );
}

interface LabelParts {
  readonly label: QuotedExpectation;
  /** Whether the conversation has its calls already. */
  readonly isShown: boolean;
}
