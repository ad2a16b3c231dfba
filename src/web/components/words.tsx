import type { JSX } from 'preact';
import { piecesOf, type Text } from '#reporters';
import { Foreign, Name } from './foreign.tsx';

/** A sentence of the reporters: names from outside look like names. */
export function Words({ text }: { readonly text: Text }): JSX.Element {
  return (
    <>
      {piecesOf(text).map((piece, i) => {
        if (typeof piece === 'string') return piece;
        return piece.as === 'prose' ? (
          <Foreign key={i} text={piece.foreign} />
        ) : (
          <Name key={i} text={piece.foreign} />
        );
      })}
    </>
  );
}
