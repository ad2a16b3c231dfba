import { CallChecker, JUDGED_SCHEMAS } from '../../calls/call-checker.ts';
import { metricValue } from '../../metrics/metric.ts';
import { MANY, type Reach, reachOf, UNLIMITED } from '../../scoring/reach.ts';
import { closed, type Infer } from '../../schema/schema.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type {
  CallVerdict,
  CompiledScorer,
  RunScore,
  Scorer,
  Services,
} from '../../scoring/scorer.ts';
import { toolCatalog } from '../../tools/tool-schema.ts';
import type { ToolCall, Trace } from '../../trace/trace.ts';

const options = closed({ catalog: toolCatalog });

/** What `tool_args_valid` is compiled from: the tools that exist, for traces that do not say what was offered. */
type ToolArgsValidOptions = Infer<typeof options>;

/** Whether arguments fit the schemas of their tools; needs no label. */
export const toolArgsValid = defineScorer({
  name: 'tool_args_valid',
  version: 1,
  summary: 'Whether the arguments fit the JSON Schema of their tool, where it is known',
  options,
  suite: { keys: {}, entry: "Whether arguments fit their tool's schema." },
  metrics: {
    tool_args_valid: {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary:
        'share of calls whose arguments are valid, among those whose tool has a known schema',
      derive: ({ valid = 0, checked = 0, unjudged = 0 }) =>
        checked === 0 || unjudged > 0 ? null : metricValue('ratio', valid, checked),
      gap: ({ valid = 0, checked = 0, unjudged = 0, without_schemas: runs = 0 }) =>
        unjudged === 0
          ? null
          : {
              runs,
              needs: JUDGED_SCHEMAS,
              low: metricValue('ratio', valid, checked + unjudged),
              high: metricValue('ratio', valid + unjudged, checked + unjudged),
            },
    },
  },
  tallyKeys: ['valid', 'checked'],
  showsArguments: true,
  usesCatalog: true,
  needsPatterns: true,
  reads: 'calls',
  compile: (values, services) => new CompiledArgsValid(values, services),
});

class CompiledArgsValid implements CompiledScorer {
  readonly scorer: Scorer = toolArgsValid;
  readonly slots: readonly string[] = [];
  readonly #checker: CallChecker;

  constructor({ catalog }: ToolArgsValidOptions, services: Services) {
    this.#checker = new CallChecker(catalog, services);
  }

  score(calls: readonly ToolCall[], trace: Trace): RunScore {
    let [valid, checked, unjudged] = [0, 0, 0];
    const verdicts = calls.map((call): CallVerdict => {
      const judgement = this.#checker.judge(call, trace);
      if (judgement === 'unjudged') unjudged++;
      else if (judgement !== null) checked++;
      if (judgement === 'valid') valid++;
      return judgement === 'invalid' ? 'invalid_args' : 'ok';
    });
    return {
      tally: { valid, checked, unjudged, without_schemas: unjudged > 0 ? 1 : 0 },
      perfect: valid === checked,
      sample: null,
      hits: [],
      verdicts,
    };
  }

  reach(_calls: readonly ToolCall[], run: RunScore): Reach {
    const { valid = 0, checked = 0 } = run.tally;
    return reachOf(run, {
      worst: { tally: { checked: UNLIMITED }, perfect: false },
      best: { tally: { valid: valid + MANY, checked: checked + MANY } },
    });
  }

  explainCall(calls: readonly ToolCall[], i: number, trace: Trace): string | null {
    if (calls[i]!.arguments.state === 'unparsed') return 'its arguments are not a JSON object';
    return this.#checker.explainArguments(calls[i]!, trace);
  }
}
