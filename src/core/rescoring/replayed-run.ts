import type { Place } from '../issues/issue.ts';
import type { RunSource } from '../run-evidence/run-source.ts';
import type { Trace } from '../trace/trace.ts';
import type {
  RecordedEval,
  RecordedRun,
  RecordedTest,
  RecordedUse,
  RunColumns,
} from './recorded-runs.ts';
import { parseForms } from './trace-form.ts';

/** The runs of a test or an eval while they are scored again. */
export class ReplayedRuns {
  /** The distinct runs, by form. */
  readonly traces: readonly Trace[];
  readonly #recorded: RecordedTest | RecordedEval;

  constructor(recorded: RecordedTest | RecordedEval) {
    this.#recorded = recorded;
    this.traces = parseForms(recorded.forms);
  }

  traceOf({ form, used }: Pick<RecordedRun, 'form' | 'used'>): Trace | null {
    const trace = this.traces[form] ?? null;
    return trace === null || used === null ? trace : withUse(trace, used);
  }

  /** Where a run was found. Runs that were driven are found at a line of the suite, which edits may move. */
  sourceOf({ origin, place }: Pick<RecordedRun, 'origin' | 'place'>, line: number): RunSource {
    const { file, format } = this.#recorded.origins[origin] ?? {};
    const rest = typeof place === 'number' ? { line: place } : place;
    const where = rest === null ? null : { ...(file === undefined ? {} : { file }), ...rest };
    return {
      where: where === null ? null : this.#moved(where, line),
      ...(format === undefined ? {} : { format }),
    };
  }

  #moved(where: Place, line: number): Place {
    const { facts, line: before } = this.#recorded;
    const isInSuite = facts.suite !== null && where.file === facts.suite.file;
    return isInSuite && where.line === before ? { ...where, line } : where;
  }
}

function withUse(trace: Trace, [inputTokens, outputTokens, cost, durationMs]: RecordedUse): Trace {
  const hasUsage = inputTokens !== null || outputTokens !== null || cost !== null;
  return {
    ...trace,
    usage: hasUsage ? { inputTokens, outputTokens, cost } : null,
    ...(durationMs === null ? {} : { durationMs }),
  };
}

/** The runs of columns, in their order. */
export function listRuns({ orders, forms, origins, places, used }: RunColumns): RecordedRun[] {
  let order = 0;
  return orders.map((difference, i) => {
    order += difference;
    return {
      order,
      form: forms[i] ?? -1,
      origin: origins[i] ?? 0,
      place: places[i] ?? null,
      used: used?.[i] ?? null,
    };
  });
}
