import type { JSX } from 'preact';
import type { Json } from '#core';
import { clip, makeVisible } from '#reporters';
import { diffArguments, type DiffLine } from './diff-arguments.ts';

const MAX_TEXT = 2000;
const SIGNS: Readonly<Record<DiffLine['side'], string>> = { both: ' ', called: '−', expected: '+' };

/** The arguments of a call beside those of its label. Where scorers accept the call, nothing is marked as wrong. */
export function ArgumentsDiff({ called, expected, isAccepted = false }: DiffParts): JSX.Element {
  const lines = diffArguments(called, expected);
  return (
    <div class={isAccepted ? 'json diff accepted' : 'json diff'} tabindex={0}>
      {lines.length === 0 ? <span class="json-note">no arguments, as expected</span> : null}
      {lines.map((line, i) => (
        <DiffRow key={i} line={line} />
      ))}
    </div>
  );
}

interface DiffParts {
  readonly called: Json | undefined;
  readonly expected: Json | undefined;
  readonly isAccepted?: boolean;
}

function DiffRow({
  line: { side, depth, key, text, word },
}: {
  readonly line: DiffLine;
}): JSX.Element {
  const about = word ?? (side === 'both' ? '' : side);
  return (
    <div class={`diff-line ${side}`}>
      <span aria-hidden="true">{SIGNS[side]}</span>
      <span class="diff-text" style={{ '--depth': depth }}>
        {key === null ? null : (
          <span class="json-key">
            <bdi>{makeVisible(key)}</bdi>
            {': '}
          </span>
        )}
        <bdi>{makeVisible(clip(text, MAX_TEXT))}</bdi>
      </span>
      <span class="diff-word">{about}</span>
    </div>
  );
}
