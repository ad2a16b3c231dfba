// Langfuse exports, servers v2 to v4: downloads of a trace, pages of the API (v1, v2), and rows of exports to files.
import type { TraceFormat } from '../../trace-format.ts';
import { LangfuseAssembler } from './langfuse-assembler.ts';
import { recordKind } from './record-kind.ts';
import { partitionRows } from './rows-of.ts';

/** Langfuse traces and observations. */
export const langfuseFormat: TraceFormat = {
  id: 'langfuse',
  title: 'Langfuse',
  joinsFiles: true,
  sniff: (record) => {
    const kind = recordKind(record);
    return kind === 'run' ? 'run' : kind === null ? 'none' : 'part';
  },
  open: (output) => new LangfuseAssembler(output),
  partition: partitionRows,
};
