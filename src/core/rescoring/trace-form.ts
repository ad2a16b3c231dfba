import { emptyTrace } from '../measure/errored-run.ts';
import type { Json } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import { stringifyAsWritten } from '../json/stringify-json.ts';
import type { MeasurePlan } from '../measure/plan.ts';
import { toNativeTrace } from '../trace/to-native-trace.ts';
import { parseTrace } from '../trace/parse-trace.ts';
import type { ToolCall, ToolSpec, Trace } from '../trace/trace.ts';
import type { RecordedUse, RunForms, ScoredExtent } from './recorded-runs.ts';

/** What the scores of a plan follow from. */
export function extentOf({ scorers, rules, labels = null }: MeasurePlan): ScoredExtent {
  const extents = new Set(scorers.map(({ scorer }) => scorer.reads ?? 'all'));
  if (extents.has('all')) return 'all';
  const looksInside =
    labels !== null ||
    rules.unwrap.length > 0 ||
    rules.failedWhen !== null ||
    rules.skills === true;
  return looksInside || extents.has('calls') ? 'calls' : 'tools';
}

const EXTENTS: readonly ScoredExtent[] = ['tools', 'calls', 'all'];

/** Whether forms of an extent have all that is scored. */
export function covers(recorded: ScoredExtent, scored: ScoredExtent): boolean {
  return EXTENTS.indexOf(recorded) >= EXTENTS.indexOf(scored);
}

/** Makes one text of all runs that are alike in what is scored. */
export class FormTable {
  readonly extent: ScoredExtent;
  readonly #known = new Map<string, number>();
  readonly #catalogs = new Map<readonly ToolSpec[] | string, number>();
  readonly #traces: string[] = [];
  readonly #offered: number[] = [];
  readonly #lists: string[] = [];
  /** How long all texts are. */
  characters = 0;

  constructor(extent: ScoredExtent) {
    this.extent = extent;
  }

  /** The form of a run; -1 where there is no trace of it. */
  add(trace: Trace | null): number {
    if (trace === null) return -1;
    const list = trace.offered === null ? -1 : this.#addCatalog(trace.offered);
    const text = stringifyNative(withoutUnread(trace, this.extent));
    const key = `${list} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const form = this.#traces.push(text) - 1;
    this.#offered.push(list);
    this.#known.set(key, form);
    this.characters += text.length;
    return form;
  }

  #addCatalog(offered: readonly ToolSpec[]): number {
    const same = this.#catalogs.get(offered);
    if (same !== undefined) return same;
    const text = stringifyNative({ ...emptyTrace(), offered });
    let list = this.#catalogs.get(text);
    if (list === undefined) {
      list = this.#lists.push(text) - 1;
      this.#catalogs.set(text, list);
      this.characters += text.length;
    }
    this.#catalogs.set(offered, list);
    return list;
  }

  /** What a run used, where its form does not have it. */
  usedBy({ usage, durationMs }: Trace): RecordedUse | null {
    if (this.extent === 'all' || (usage === null && durationMs === undefined)) return null;
    return [
      usage?.inputTokens ?? null,
      usage?.outputTokens ?? null,
      usage?.cost ?? null,
      durationMs ?? null,
    ];
  }

  state(): RunForms {
    return { traces: this.#traces, offered: this.#offered, catalogs: this.#lists };
  }
}

/** A run without what its scores do not follow from. */
function withoutUnread(trace: Trace, extent: ScoredExtent): Trace {
  const { model, partial, error, fault, calls } = trace;
  const scored: Trace = {
    ...emptyTrace(),
    calls: calls.map((call) => (extent === 'tools' ? toolAlone(call) : withoutTimes(call))),
    error,
    ...(fault === undefined ? {} : { fault }),
    ...(model === undefined ? {} : { model }),
    ...(partial === undefined ? {} : { partial }),
  };
  if (extent !== 'all') return scored;
  const { input, output, usage, said, answers, durationMs } = trace;
  return {
    ...scored,
    input,
    output,
    usage,
    ...(said === undefined ? {} : { said }),
    ...(answers === undefined ? {} : { answers }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

/** Evidence shows the turn of a call; nothing but its tool, requester and status is scored. */
function toolAlone({ server, name, requester, status, turn }: ToolCall): ToolCall {
  const call = {
    server,
    name,
    requester,
    status,
    id: null,
    arguments: { state: 'absent' },
  } as const;
  return turn === undefined ? call : { ...call, turn };
}

function withoutTimes({
  startedAt: _startedAt,
  durationMs: _durationMs,
  ...call
}: ToolCall): ToolCall {
  return call;
}

function stringifyNative(trace: Trace): string {
  return stringifyAsWritten(toNativeTrace(trace) as unknown as Json);
}

/** The runs of forms, as they are scored. */
export function parseForms({ traces, offered, catalogs }: RunForms): readonly Trace[] {
  const lists = catalogs.map((text) => parseWhole(text).offered);
  return traces.map((text, i) => {
    const trace = parseWhole(text);
    const list = offered[i] ?? -1;
    return list === -1 ? trace : { ...trace, offered: lists[list] ?? null };
  });
}

/** Our own text: anything that is wrong with it is a fault of the program. */
function parseWhole(text: string): Trace {
  const json = parseJson(text);
  const parsed = json.ok ? parseTrace(json.value) : null;
  if (parsed?.ok !== true) throw new Error('a recorded run cannot be read back');
  return parsed.trace;
}
