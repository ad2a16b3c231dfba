import { type CallRules, type CallRuleSpec, compileCallRules } from '../calls/call-rules.ts';
import type { CompiledScorer, Scorer, Services } from '../scoring/scorer.ts';
import type { JsonObject } from '../json/json.ts';
import type { JudgingRuns } from './judging.ts';
import type { RunRecorder } from '../rescoring/run-recorder.ts';
import type { ScorerPlan } from './plan.ts';
import { type RedactionPolicy, SECRETS_ONLY } from '../redaction/policy.ts';
import { SeenTools } from '../tools/expected-tools.ts';
import { CatalogQuotes } from '../run-evidence/catalog.ts';

/** How many different scorers are kept ready at once. */
const KEPT = 1000;

/** What several compilers may have in common. */
interface Shared {
  readonly seen: SeenTools;
  readonly judging: JudgingRuns | null;
  /** Whether evidence quotes texts, arguments and results, or names alone. */
  readonly hasEvidenceText: boolean;
  /** Where runs are recorded as they are scored; null: nowhere. */
  readonly recorder: RunRecorder | null;
}

/** A scorer that is the same for all runs, or that is compiled for each row. */
export interface PreparedScorer {
  readonly fixed: CompiledScorer | null;
  readonly perRow: ((row: JsonObject) => CompiledScorer) | null;
}

/** Makes scorers and call rules ready, equal ones once: tests share their classes and rules, and rows their expectations. */
export class ScorerCompiler {
  readonly #services: Services;
  readonly #known = new Map<string, CompiledScorer>();
  /** By identity first: tests that are written alike share their options. */
  readonly #byOptions = new WeakMap<JsonObject, CompiledScorer>();
  readonly #rules = new Map<CallRuleSpec, CallRules>();

  /** The tools of all runs that are measured with these scorers. */
  readonly seen: SeenTools;

  /** What is replaced in the evidence of runs; null: nothing. */
  readonly redaction: RedactionPolicy | null;

  /** Who answers what only a judge can decide; null without a judge. */
  readonly judging: JudgingRuns | null;

  /** Whether evidence quotes texts, arguments and results, or names alone. */
  readonly hasEvidenceText: boolean;

  /** Where runs are recorded as they are scored; null: nowhere. */
  readonly recorder: RunRecorder | null;

  /** Quotes the tools that runs were offered. */
  readonly catalogs: CatalogQuotes;

  constructor(
    services: Services,
    redaction: RedactionPolicy | null = SECRETS_ONLY,
    {
      seen = new SeenTools(),
      judging = null,
      hasEvidenceText = true,
      recorder = null,
    }: Partial<Shared> = {},
  ) {
    this.#services = judging === null ? services : { ...services, rulings: judging };
    this.redaction = redaction;
    this.seen = seen;
    this.judging = judging;
    this.hasEvidenceText = hasEvidenceText;
    this.recorder = recorder;
    this.catalogs = new CatalogQuotes(redaction, hasEvidenceText);
  }

  /** The same for a suite that has a judge. */
  judgedBy(judging: JudgingRuns | null): ScorerCompiler {
    if (judging === null) return this;
    const { seen, hasEvidenceText, recorder } = this;
    const shared = { seen, judging, hasEvidenceText, recorder };
    return new ScorerCompiler(this.#services, this.redaction, shared);
  }

  /** What scorers need from outside the core. */
  get services(): Services {
    return this.#services;
  }

  rules(spec: CallRuleSpec): CallRules {
    let rules = this.#rules.get(spec);
    if (rules === undefined)
      this.#rules.set(spec, (rules = compileCallRules(spec, this.#services)));
    return rules;
  }

  /** The scorer of a plan: compiled once for all runs, or what compiles it for a row. Both are null for templates. */
  prepare({ scorer, options, optionsOf, templates }: ScorerPlan): PreparedScorer {
    const services = this.#services;
    if (optionsOf !== undefined)
      return { fixed: null, perRow: (row) => scorer.compile(optionsOf(row), services) };
    const perRow = scorer.prepare?.(options as JsonObject, services) ?? null;
    const isFixed = perRow === null && templates.size === 0;
    return { fixed: isFixed ? this.compile(scorer, options as JsonObject) : null, perRow };
  }

  compile(scorer: Scorer, options: JsonObject): CompiledScorer {
    // A catalog is long, and expected calls are seldom the same twice: keeping them would cost more than it saves.
    if (typeof options !== 'object' || 'catalog' in options || 'expected' in options) {
      return scorer.compile(options, this.#services);
    }
    const same = this.#byOptions.get(options);
    if (same?.scorer === scorer) return same;
    const key = `${scorer.name} ${JSON.stringify(options)}`;
    let compiled = this.#known.get(key);
    if (compiled === undefined) {
      compiled = scorer.compile(options, this.#services);
      if (this.#known.size >= KEPT) this.#known.clear();
      this.#known.set(key, compiled);
    }
    this.#byOptions.set(options, compiled);
    return compiled;
  }
}
