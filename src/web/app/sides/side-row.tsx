import type { JSX } from 'preact';
import type { ApiSideCase, ApiSideResult } from '#schema';
import { Foreign, Name } from '../../components/foreign.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';

/** A case in one line: its verdict in each column, the question, and what was called where that differs. */
export function SideRow({ each, words, href, isCurrent }: RowParts): JSX.Element {
  const question = each.sides.find((side) => side?.question != null)?.question ?? null;
  // Two runs are before and after; of several none is first.
  const between = each.sides.length === 2 ? ' → ' : ' · ';
  return (
    <a class="side-row" href={href} aria-current={isCurrent ? 'true' : undefined}>
      <span class="side-signs">
        {each.sides.map((side, i) => (
          <>
            {i === 0 ? '' : <span class="soft">{between}</span>}
            <Sign side={side} />
          </>
        ))}
      </span>
      <span class={`small ${toneOf(each)}`}>{words}</span>
      <span class="cut">
        {question === null ? (
          <Name text={each.id} />
        ) : (
          <>
            “<Foreign text={question.replaceAll(/\s+/g, ' ')} />”
          </>
        )}
      </span>
      <span class="cut soft">
        {each.sides.map((side, i) => (
          <>
            {i === 0 ? '' : between}
            <Name text={calledText(side)} />
          </>
        ))}
      </span>
    </a>
  );
}

interface RowParts {
  readonly each: ApiSideCase;
  readonly words: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

function Sign({ side }: { readonly side: ApiSideResult | null }): JSX.Element {
  if (side === null) return <span class="soft">–</span>;
  return (
    <>
      <VerdictSign verdict={side.verdict} />
      {side.passing === null || side.passing.n === 1 ? null : (
        <span class="small soft">{`${side.passing.k}/${side.passing.n}`}</span>
      )}
    </>
  );
}

function toneOf({ difference }: ApiSideCase): string {
  if (difference === 'worse') return 'bad strong';
  return difference === 'better' ? 'good strong' : 'soft';
}

function calledText(side: ApiSideResult | null): string {
  if (side?.called == null) return '–';
  return side.called.length === 0 ? '(none)' : side.called.join(', ');
}
