import { type CaseColumns, type Packed, unpack } from '#reporters';
import type { Item } from './items.ts';
import type { Measured } from './report-source.ts';

/** The evidence of tests and evals; null while the browser has not read that far. */
export interface EvidenceSource {
  readonly measuredOf: (item: Item) => Measured | null;
  /** The cases of an eval; null for a test, too. */
  readonly casesOf: (item: Item) => CaseColumns | null;
}

/** Parses the data blocks of a page, each once and when it is asked for. */
export function createEvidence(blocks: readonly number[]): EvidenceSource {
  const parsed = new Map<string, unknown>();
  const read = (id: string): unknown => {
    const known = parsed.get(id);
    if (known !== undefined) return known;
    const text = readIsland(id);
    if (text === null) return null;
    const table: Packed = JSON.parse(text);
    const value = unpack(table);
    parsed.set(id, value);
    return value;
  };
  const blockOf = ({ place }: Item): number => blocks.findLastIndex((start) => start <= place);
  return {
    measuredOf(item) {
      const block = blockOf(item);
      const entries = read(`evidence-${block}`) as readonly Measured[] | null;
      return entries?.[item.place - (blocks[block] ?? 0)] ?? null;
    },
    casesOf(item) {
      if (item.kind === 'test') return null;
      return read(`cases-${blockOf(item)}`) as CaseColumns | null;
    },
  };
}

/** The text of a data block; null when it is not there, or not read to its end. */
export function readIsland(id: string): string | null {
  const block = document.getElementById(id);
  // The last block of a page that is still being read may be half of itself.
  const isWhole =
    block !== null && (document.readyState !== 'loading' || block.nextSibling !== null);
  return isWhole ? block.textContent : null;
}
