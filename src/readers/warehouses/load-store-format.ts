import type { TraceFormat } from '../trace-format.ts';
import type { WarehouseStore } from './store.ts';

/** The trace format of the records of a store. */
export async function loadStoreFormat({ format }: WarehouseStore): Promise<TraceFormat> {
  switch (format) {
    case 'otlp':
      return (await import('../formats/otlp/index.ts')).otlpFormat;
    case 'langfuse':
      return (await import('../formats/langfuse/index.ts')).langfuseFormat;
    case 'opik':
      return (await import('../formats/opik/index.ts')).opikFormat;
    case 'openinference':
      return (await import('../formats/openinference/index.ts')).openInferenceFormat;
    case 'call-rows':
      return (await import('./mapping/call-rows-format.ts')).callRowsFormat;
    case 'native':
      return (await import('../formats/native/index.ts')).nativeFormat;
  }
}

/** Its id in reports: stores whose records borrow the format of another have their own. */
export function formatIdOf({ id, format }: WarehouseStore, { id: formatId }: TraceFormat): string {
  return format === 'opik' ? id : formatId;
}
