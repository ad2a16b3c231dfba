import { CallChecker, type CallFinding, type CheckedCalls } from '../calls/call-checker.ts';
import { EVIDENCE_CAP } from '../measure/evidence-log.ts';
import { type RedactionPolicy, Redactor } from '../redaction/index.ts';
import type { Capped } from '../report/report.ts';
import type { Services } from '../scoring/scorer.ts';
import type { CountedPile } from '../trace/counted-pile.ts';
import { BILLION, tokensOf } from '../trace/run-usage.ts';
import {
  formatTool,
  type ToolCall,
  type ToolRef,
  type ToolSpec,
  type Trace,
} from '../trace/trace.ts';
import type { InspectionFigures } from './inspection-metrics.ts';
import type { Finding, InspectionReport, ServerUse } from './inspection-report.ts';
import { emptyCounts, type InspectorCounts } from './inspector-counts.ts';
import { sharedNames, unusedOf } from './tool-lists.ts';
import { type ToolState, ToolSums } from './tool-sums.ts';

/** What a scan does not record of any call. */
const LACKS_BOTH = { tools: true, judgement: true };

/** How many tools, and how many servers, a report lists. */
const MAX_TOOLS = 1000;

/** The part of an inspection that comes from looking at calls one by one. */
export type Inspected = Pick<
  InspectionReport,
  | 'tools'
  | 'hallucinated'
  | 'invalidArguments'
  | 'duplicates'
  | 'failures'
  | 'unused'
  | 'servers'
  | 'sharedNames'
  | 'requesters'
  | 'usage'
>;

/** What was counted of some runs, as plain data. */
export interface InspectorState {
  readonly counts: Readonly<InspectorCounts>;
  readonly knowsOffered: boolean;
  readonly knowsServers: boolean;
  readonly tools: readonly (ToolState & { readonly price: number | null })[];
  readonly requesters: readonly (readonly [requester: string, calls: number])[];
}

/** A call of which no more is known than its tool, its status, and whether it repeats an earlier one. */
export interface ScannedCall {
  readonly sums: ToolSums;
  readonly status: 'ok' | 'error' | null;
  readonly isRepeated: boolean;
}

/** What a run used: tokens in and out, and billionths; null where it is not recorded. */
export interface ScannedUsage {
  readonly tokens: number | null;
  readonly cost: number | null;
}

/** Looks at traces without any expectation and counts what is worth knowing about their tools. */
export class Inspector {
  readonly #checker: CallChecker;
  /** By server, then by name: a dotted spelling could mean two tools. */
  readonly #tools = new Map<string | null, Map<string, ToolSums>>();
  readonly #prices = new Map<ToolSums, number>();
  readonly #requesters = new Map<string, number>();
  readonly #counts: InspectorCounts = emptyCounts();
  #knowsOffered = false;
  #knowsServers = false;

  readonly #redactor: Redactor | null;

  /** `redaction` is what is replaced in reasons; null: nothing. */
  constructor(services: Services, redaction: RedactionPolicy | null = null) {
    this.#checker = new CallChecker(undefined, services);
    this.#redactor = redaction === null ? null : new Redactor(redaction, { numbered: false });
  }

  /** Adds a run; `calls` are those of it that count. */
  add(trace: Trace, calls: readonly ToolCall[], where: () => string | null): void {
    const counts = this.#counts;
    const run = (counts.runs += 1);
    if (trace.partial === true) counts.partial += 1;
    this.#addOffered(trace.offered);
    const cost = trace.usage?.cost ?? null;
    const billionths = cost === null ? null : Math.round(cost * BILLION);
    this.#addUsage({ tokens: tokensOf(trace), cost: billionths });
    const checked = this.#checker.check(calls, trace);
    const { findings } = checked;
    this.#addLacking(trace, calls, checked);
    calls.forEach((call, i) => {
      const sums = this.sumsOf(call);
      sums.addCall(call, run, billionths, {
        tools: checked.lacksTools,
        judgement: checked.lacksSchemas || checked.unjudged.includes(i),
      });
      this.#addRequester(call.requester ?? 'agent', 1);
      for (const kind of findings[i] ?? [])
        sums.findings.add(kind, run, this.#reasonOf(kind, call, trace), where);
    });
    counts.calls += calls.length;
  }

  /** Adds a run with calls of the agent, of which no more is known. */
  addScanned(calls: readonly ScannedCall[], used: ScannedUsage, where: () => string | null): void {
    const counts = this.#counts;
    const run = (counts.runs += 1);
    this.#addUsage(used);
    let lacksStatus = false;
    for (const call of calls) {
      const { sums, status } = call;
      if (status === null) lacksStatus = true;
      sums.addCall(call, run, used.cost, LACKS_BOTH);
      if (status === 'error') sums.findings.add('failed', run, null, where);
      if (call.isRepeated) sums.findings.add('duplicate', run, null, where);
    }
    this.#addRequester('agent', calls.length);
    counts.calls += calls.length;
    if (lacksStatus) {
      counts.withoutStatus += 1;
      counts.withoutOutcome += 1;
    }
    counts.withoutTools += 1;
    counts.withoutServers += 1;
  }

  state(): InspectorState {
    return {
      counts: this.#counts,
      knowsOffered: this.#knowsOffered,
      knowsServers: this.#knowsServers,
      tools: this.#all().map((sums) => ({
        ...sums.state(),
        price: this.#prices.get(sums) ?? null,
      })),
      requesters: [...this.#requesters],
    };
  }

  /** Adds what was counted of later runs. */
  merge({ counts, knowsOffered, knowsServers, tools, requesters }: InspectorState): void {
    for (const key of Object.keys(counts) as (keyof InspectorCounts)[])
      this.#counts[key] += counts[key];
    this.#knowsOffered ||= knowsOffered;
    this.#knowsServers ||= knowsServers;
    for (const { price, ...state } of tools) {
      const sums = this.sumsOf(state.tool);
      sums.merge(state);
      if (price !== null) this.#prices.set(sums, price);
    }
    for (const [requester, calls] of requesters) this.#addRequester(requester, calls);
  }

  /** Adds runs that a database counted. */
  addCounted({ sizes, tools }: CountedPile): void {
    const counts = this.#counts;
    for (const { calls, runs } of sizes) {
      counts.runs += runs;
      counts.calls += calls * runs;
      counts.withoutTools += runs;
      if (calls === 0) continue;
      counts.withoutStatus += runs;
      counts.withoutOutcome += runs;
      counts.withoutServers += runs;
    }
    for (const counted of tools) this.sumsOf(counted.tool).addCounted(counted);
  }

  /** What was found, in lists that end somewhere, and the figures, which do not. */
  report(): { readonly found: Inspected; readonly figures: InspectionFigures } {
    const all = this.#all();
    const called = all.filter(({ counts }) => counts.calls > 0).sort(byCalls);
    const counts = this.#counts;
    const uses = called
      .slice(0, MAX_TOOLS)
      .map((sums) => sums.report(counts.calls, this.#knowsOffered, this.#prices.get(sums) ?? null));
    const listed = (kind: CallFinding): Capped<Finding> =>
      capped(called.flatMap((sums) => sums.findingsOf(kind)).sort(mostCalls));
    const unused = this.#knowsOffered ? unusedOf(all) : null;
    const servers = this.#servers();
    const shared = sharedNames(all);
    const figures = {
      calledTools: called.length,
      unusedTools: unused?.length ?? 0,
      deniedCalls: sum(called, 'denied'),
      missingCalls: sum(called, 'missing'),
      unknownServers: servers.filter(isUnknown).length,
      sharedNames: shared.length,
      withoutStatus: counts.withoutStatus,
      withoutOutcome: counts.withoutOutcome,
      withoutTools: counts.withoutTools,
      withoutServers: counts.withoutServers,
      partial: counts.partial,
    };
    const findings = {
      tools: { total: called.length, items: uses },
      hallucinated: listed('hallucinated'),
      invalidArguments: listed('invalid_args'),
      duplicates: listed('duplicate'),
      failures: listed('failed'),
      unused: unused === null ? null : capped(unused),
      servers: { total: servers.length, items: servers.slice(0, MAX_TOOLS) },
      sharedNames: capped(shared),
      requesters: capped(
        [...this.#requesters]
          .map(([requester, calls]) => ({ requester, calls }))
          .sort((a, b) => b.calls - a.calls || (a.requester < b.requester ? -1 : 1)),
      ),
      usage: {
        tokens: { total: counts.tokens, runs: counts.runsWithTokens },
        cost: { total: counts.cost / BILLION, runs: counts.runsWithCost },
      },
    };
    return { found: findings, figures };
  }

  #reasonOf(kind: CallFinding, call: ToolCall, trace: Trace): string | null {
    if (kind !== 'hallucinated' && kind !== 'invalid_args') return null;
    const reason =
      kind === 'hallucinated'
        ? this.#checker.explain(call, trace)
        : this.#checker.explainArguments(call, trace);
    return reason === null ? null : (this.#redactor?.message(reason) ?? reason);
  }

  #addOffered(offered: readonly ToolSpec[] | null): void {
    if (offered === null) return;
    this.#knowsOffered = true;
    // A list may name a tool twice; a run offers it once.
    for (const { counts } of new Set(offered.map((tool) => this.#offeredSums(tool))))
      counts.offered += 1;
  }

  #offeredSums(tool: ToolSpec): ToolSums {
    const sums = this.sumsOf(tool);
    if (tool.server !== null) this.#knowsServers = true;
    if (tool.cost !== null) this.#prices.set(sums, tool.cost);
    return sums;
  }

  #addLacking({ offered }: Trace, calls: readonly ToolCall[], checked: CheckedCalls): void {
    const counts = this.#counts;
    if (checked.lacksStatus) counts.withoutStatus += 1;
    if (checked.lacksOutcome) counts.withoutOutcome += 1;
    if (offered === null) counts.withoutTools += 1;
    const hasServers = offered?.some(({ server }) => server !== null) === true;
    if (calls.length > 0 && !hasServers) counts.withoutServers += 1;
  }

  /** Whether some run offered a tool of a server; null where that is not known. */
  #isOffered(sums: readonly ToolSums[]): boolean | null {
    if (!this.#knowsServers) return null;
    if (sums.some(({ counts }) => counts.offered > 0)) return true;
    return this.#counts.withoutServers > 0 ? null : false;
  }

  #addUsage({ tokens, cost }: ScannedUsage): void {
    const counts = this.#counts;
    if (tokens !== null) {
      counts.tokens += tokens;
      counts.runsWithTokens += 1;
    }
    if (cost === null) return;
    counts.cost += cost;
    counts.runsWithCost += 1;
  }

  #addRequester(requester: string, calls: number): void {
    this.#requesters.set(requester, (this.#requesters.get(requester) ?? 0) + calls);
  }

  #all(): ToolSums[] {
    return [...this.#tools.values()].flatMap((byName) => [...byName.values()]);
  }

  /** The sums of a tool. */
  sumsOf({ server, name }: ToolRef): ToolSums {
    let byName = this.#tools.get(server);
    if (byName === undefined) this.#tools.set(server, (byName = new Map()));
    let sums = byName.get(name);
    if (sums === undefined) byName.set(name, (sums = new ToolSums({ server, name })));
    return sums;
  }

  #servers(): ServerUse[] {
    const servers = [...this.#tools].map(([server, byName]): ServerUse => {
      const sums = [...byName.values()];
      return {
        server,
        tools: sums.filter(({ counts }) => counts.calls > 0).length,
        calls: sum(sums, 'calls'),
        offered: this.#isOffered(sums),
      };
    });
    return servers
      .filter(({ server, calls }) => calls > 0 || server !== null)
      .sort((a, b) => b.calls - a.calls || ((a.server ?? '') < (b.server ?? '') ? -1 : 1));
  }
}

function isUnknown({ server, offered }: ServerUse): boolean {
  return server !== null && offered === false;
}

function sum(all: readonly ToolSums[], key: 'calls' | 'denied' | 'missing'): number {
  return all.reduce((total, { counts }) => total + counts[key], 0);
}

function byCalls(a: ToolSums, b: ToolSums): number {
  return b.counts.calls - a.counts.calls || (formatTool(a.tool) < formatTool(b.tool) ? -1 : 1);
}

function mostCalls(a: Finding, b: Finding): number {
  return (
    b.calls - a.calls ||
    (a.tool === b.tool ? ((a.reason ?? '') < (b.reason ?? '') ? -1 : 1) : a.tool < b.tool ? -1 : 1)
  );
}

function capped<T>(items: readonly T[]): Capped<T> {
  return { total: items.length, items: items.slice(0, EVIDENCE_CAP) };
}
