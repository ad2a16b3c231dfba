import { CallChecker, type CallFinding, type CheckedCalls } from '../calls/call-checker.ts';
import { EVIDENCE_CAP } from '../measure/evidence-log.ts';
import { type RedactionPolicy, Redactor } from '../redaction/index.ts';
import type { Capped } from '../report/report.ts';
import type { Services } from '../scoring/scorer.ts';
import { tokensOf } from '../trace/run-usage.ts';
import {
  formatTool,
  type ToolCall,
  type ToolRef,
  type ToolSpec,
  type Trace,
} from '../trace/trace.ts';
import type { InspectionFigures } from './inspection-metrics.ts';
import type { Finding, InspectionReport, ServerUse, UnusedTool } from './inspection-report.ts';
import { ToolSums } from './tool-sums.ts';

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

/** Looks at traces without any expectation and counts what is worth knowing about their tools. */
export class Inspector {
  readonly #checker: CallChecker;
  /** By server, then by name: a dotted spelling could mean two tools. */
  readonly #tools = new Map<string | null, Map<string, ToolSums>>();
  readonly #prices = new Map<ToolSums, number>();
  readonly #requesters = new Map<string, number>();
  readonly #tokens = { total: 0, runs: 0 };
  readonly #cost = { total: 0, runs: 0 };
  #run = 0;
  #calls = 0;
  #knowsOffered = false;
  #knowsServers = false;
  #withoutStatus = 0;
  #withoutOutcome = 0;
  #withoutTools = 0;
  #withoutServers = 0;
  #partial = 0;

  readonly #redactor: Redactor | null;

  /** `redaction` is what is replaced in reasons; null: nothing. */
  constructor(services: Services, redaction: RedactionPolicy | null = null) {
    this.#checker = new CallChecker(undefined, services);
    this.#redactor = redaction === null ? null : new Redactor(redaction, { numbered: false });
  }

  /** Adds a run; `calls` are those of it that count. */
  add(trace: Trace, calls: readonly ToolCall[], where: () => string | null): void {
    this.#run += 1;
    if (trace.partial === true) this.#partial += 1;
    this.#addOffered(trace.offered);
    this.#addUsage(trace);
    const checked = this.#checker.check(calls, trace);
    const { findings } = checked;
    this.#addLacking(trace, calls, checked);
    calls.forEach((call, i) => {
      const sums = this.#sumsOf(call);
      this.#calls += 1;
      sums.addCall(call, this.#run, trace.usage?.cost ?? null, {
        tools: checked.lacksTools,
        judgement: checked.lacksSchemas || checked.unjudged.includes(i),
      });
      const requester = call.requester ?? 'agent';
      this.#requesters.set(requester, (this.#requesters.get(requester) ?? 0) + 1);
      for (const kind of findings[i] ?? [])
        sums.addFinding(kind, this.#run, this.#reasonOf(kind, call, trace), where);
    });
  }

  /** What was found, in lists that end somewhere, and the figures, which do not. */
  report(): { readonly found: Inspected; readonly figures: InspectionFigures } {
    const all = [...this.#tools.values()].flatMap((byName) => [...byName.values()]);
    const called = all.filter((sums) => sums.calls > 0).sort(byCalls);
    const uses = called
      .slice(0, MAX_TOOLS)
      .map((sums) => sums.report(this.#calls, this.#knowsOffered, this.#prices.get(sums) ?? null));
    const listed = (kind: CallFinding): Capped<Finding> =>
      capped(called.flatMap((sums) => sums.findings(kind)).sort(mostCalls));
    const unused = this.#knowsOffered ? unusedOf(all) : null;
    const servers = this.#servers();
    const shared = sharedNames(all);
    const figures = {
      calledTools: called.length,
      unusedTools: unused?.length ?? 0,
      deniedCalls: sum(called, ({ denied }) => denied),
      missingCalls: sum(called, ({ missing }) => missing),
      unknownServers: servers.filter(isUnknown).length,
      sharedNames: shared.length,
      withoutStatus: this.#withoutStatus,
      withoutOutcome: this.#withoutOutcome,
      withoutTools: this.#withoutTools,
      withoutServers: this.#withoutServers,
      partial: this.#partial,
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
        tokens: this.#tokens,
        cost: { ...this.#cost, total: this.#cost.total / 1e9 },
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
    for (const sums of new Set(offered.map((tool) => this.#offeredSums(tool)))) sums.offered += 1;
  }

  #offeredSums(tool: ToolSpec): ToolSums {
    const sums = this.#sumsOf(tool);
    if (tool.server !== null) this.#knowsServers = true;
    if (tool.cost !== null) this.#prices.set(sums, tool.cost);
    return sums;
  }

  #addLacking({ offered }: Trace, calls: readonly ToolCall[], checked: CheckedCalls): void {
    if (checked.lacksStatus) this.#withoutStatus += 1;
    if (checked.lacksOutcome) this.#withoutOutcome += 1;
    if (offered === null) this.#withoutTools += 1;
    const hasServers = offered?.some(({ server }) => server !== null) === true;
    if (calls.length > 0 && !hasServers) this.#withoutServers += 1;
  }

  /** Whether some run offered a tool of a server; null where that is not known. */
  #isOffered(sums: readonly ToolSums[]): boolean | null {
    if (!this.#knowsServers) return null;
    if (sums.some(({ offered }) => offered > 0)) return true;
    return this.#withoutServers > 0 ? null : false;
  }

  #addUsage(trace: Trace): void {
    const tokens = tokensOf(trace);
    const cost = trace.usage?.cost ?? null;
    if (tokens !== null) {
      this.#tokens.total += tokens;
      this.#tokens.runs += 1;
    }
    if (cost === null) return;
    this.#cost.total += Math.round(cost * 1e9);
    this.#cost.runs += 1;
  }

  #sumsOf({ server, name }: ToolRef): ToolSums {
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
        tools: sums.filter(({ calls }) => calls > 0).length,
        calls: sums.reduce((total, { calls }) => total + calls, 0),
        offered: this.#isOffered(sums),
      };
    });
    return servers
      .filter(({ server, calls }) => calls > 0 || server !== null)
      .sort((a, b) => b.calls - a.calls || ((a.server ?? '') < (b.server ?? '') ? -1 : 1));
  }
}

/** Tools that were offered and never called, under whichever server a call of that name was recorded. */
function unusedOf(all: readonly ToolSums[]): UnusedTool[] {
  const calledBare = new Set(
    all.filter(({ calls, tool }) => calls > 0 && tool.server === null).map(({ tool }) => tool.name),
  );
  const calledNames = new Set(all.filter(({ calls }) => calls > 0).map(({ tool }) => tool.name));
  return all
    .filter(({ calls, offered, tool }) => {
      const elsewhere = tool.server === null ? calledNames : calledBare;
      return calls === 0 && offered > 0 && !elsewhere.has(tool.name);
    })
    .map(({ tool, offered }) => ({ tool: formatTool(tool), runs: offered }))
    .sort((a, b) => b.runs - a.runs || (a.tool < b.tool ? -1 : 1));
}

function sharedNames(all: readonly ToolSums[]): { name: string; servers: string[] }[] {
  const byName = new Map<string, string[]>();
  for (const { tool } of all) {
    if (tool.server === null) continue;
    const servers = byName.get(tool.name);
    if (servers === undefined) byName.set(tool.name, [tool.server]);
    else servers.push(tool.server);
  }
  return [...byName]
    .filter(([, servers]) => servers.length > 1)
    .map(([name, servers]) => ({ name, servers: servers.sort() }))
    .sort((a, b) => b.servers.length - a.servers.length || (a.name < b.name ? -1 : 1));
}

function isUnknown({ server, offered }: ServerUse): boolean {
  return server !== null && offered === false;
}

function sum(all: readonly ToolSums[], pick: (sums: ToolSums) => number): number {
  return all.reduce((total, sums) => total + pick(sums), 0);
}

function byCalls(a: ToolSums, b: ToolSums): number {
  return b.calls - a.calls || (formatTool(a.tool) < formatTool(b.tool) ? -1 : 1);
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
