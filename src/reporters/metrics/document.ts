import type { MetricSpec } from '#core';
import { type Block, type Document, proseColumn, type Row } from '../document/index.ts';

/** A metric that a gate can name. */
export interface MetricEntry extends Pick<MetricSpec, 'id' | 'unit' | 'better' | 'summary'> {
  /** The scorer that it is of, or what else it is over. */
  readonly scope: string;
  /** Such as `>= 50`; null where it has none. */
  readonly defaultGate: string | null;
}

// Prose is never cut: an id must be there whole to be copied.
const COLUMNS = [
  proseColumn('metric'),
  proseColumn('unit'),
  { ...proseColumn('better'), isOptional: true },
  { ...proseColumn('default gate'), isOptional: true },
  proseColumn('what it is'),
];

/** All metrics, a table for each scope in the order in which they come. */
export function metricsDocument(metrics: readonly MetricEntry[]): Document {
  const scopes = new Set(metrics.map(({ scope }) => scope));
  return {
    version: null,
    blocks: [...scopes].map((title): Block => {
      const rows = metrics.filter(({ scope }) => scope === title).map(rowOf);
      const table = { kind: 'table', columns: COLUMNS, rows } as const;
      return { kind: 'group', tone: 'plain', title, blocks: [table] };
    }),
  };
}

function rowOf({ id, unit, better, defaultGate, summary }: MetricEntry): Row {
  return { cells: [id, unit, better, defaultGate ?? '-', summary] };
}
