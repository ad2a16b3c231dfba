import type { JSX } from 'preact';
import { formatCount, formatNumber } from '#reporters';
import { CallView } from '../../components/conversation/call-view.tsx';
import { Said } from '../../components/conversation/conversation.tsx';
import type { TraceRow } from './trace-rows.ts';

/** A row of a trace. Calls of one answer are beside a line. */
export function TraceRowView({ row, isCurrent, href, onChoose }: RowParts): JSX.Element {
  const look = ['turn', row.kind === 'said' ? row.role : 'assistant', 'trace-row']
    .concat(isCurrent ? ['current'] : [])
    .join(' ');
  return (
    <div class={look} aria-current={isCurrent ? 'true' : undefined} onClick={onChoose}>
      {row.kind === 'said' ? (
        <Said role={row.role} text={row.text} />
      ) : (
        <>
          {row.head === null ? null : <div class="turn-role">{row.head}</div>}
          <div class={row.isParallel ? 'calls call-group' : 'calls'}>
            {row.together === null ? null : (
              <span class="soft small">{`${formatCount(row.together, 'call')} at once`}</span>
            )}
            <CallView
              call={row.call}
              mark={
                row.number === null || href === null ? null : (
                  <a class="call-number soft small" href={href} title="Link to this call">
                    {`#${formatNumber(row.number)}`}
                  </a>
                )
              }
            />
          </div>
        </>
      )}
    </div>
  );
}

interface RowParts {
  readonly row: TraceRow;
  readonly isCurrent: boolean;
  /** The address of the call. */
  readonly href: string | null;
  readonly onChoose: () => void;
}
