import type { JSX } from 'preact';
import type { ReportEntry } from '#core';
import { Foreign, Lines } from '../../components/foreign.tsx';
import { isOf, pairCalls } from './pair-calls.ts';

/** What scorers and judges found missing, beside calls: judged findings are named as such. */
export function JudgedFindings({ entry }: { readonly entry: ReportEntry }): JSX.Element | null {
  const { misses, calls } = entry.findings;
  const { absent } = pairCalls(entry);
  const missed = misses.filter(
    ({ judged, hint, expected }) =>
      !judged && hint !== undefined && !absent.some(({ tool }) => isOf(expected, tool)),
  );
  const judged = misses.filter((miss) => miss.judged);
  const unjudged = calls.filter((call) => call.judged && call.hint !== undefined);
  if (missed.length + judged.length + unjudged.length === 0) return null;
  return (
    <>
      {missed.length === 0 ? null : (
        <section class="trace-part">
          <h3>Missed</h3>
          {missed.map(({ expected, hint }, i) => (
            <p key={i}>
              <Foreign text={expected} class="strong" />: <Foreign text={hint ?? ''} />
            </p>
          ))}
        </section>
      )}
      {judged.length + unjudged.length === 0 ? null : (
        <section class="trace-part">
          <h3>Judged</h3>
          {judged.map(({ expected, hint, unjudged: isOpen }, i) => (
            <p key={i}>
              <span class={isOpen === true ? 'warn strong' : 'bad strong'}>
                {isOpen === true ? 'not judged' : 'not met'}
              </span>{' '}
              <Lines text={expected} />
              {hint === undefined ? null : (
                <>
                  : <Lines text={hint} />
                </>
              )}
            </p>
          ))}
          {unjudged.map(({ tool, hint, verdict }, i) => (
            <p key={`call ${i}`}>
              <span class="warn strong">{verdict.replaceAll('_', ' ')}</span>{' '}
              <Foreign text={tool} />: <Lines text={hint ?? ''} />
            </p>
          ))}
        </section>
      )}
    </>
  );
}
