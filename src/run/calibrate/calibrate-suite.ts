import type { Calibration, Issue, ToolSpec } from '#core';
import { Budget } from '#drivers';
import {
  askJudges,
  calibrateJudges,
  estimateQuestions,
  formatCalibration,
  missingVerdicts,
  type Panel,
  planCalibration,
  promptHash,
  type QuestionsEstimate,
} from '#judge';
import { JUDGE_MODEL, type JudgePlan, type Suite, suiteError } from '#suite';
import { Interrupted } from '../limits/interrupted.ts';
import { openPanel } from '../judging/open-panel.ts';
import { openStores } from '../judging/open-stores.ts';
import { readRatings } from './read-ratings.ts';

/** What judges are calibrated by, and how they are asked. */
export interface CalibrateOptions {
  /** A sample folder, or a file of rated rows. */
  readonly ratings: string;
  /** The tools that exist, where the cases do not say; null: those of the suite. */
  readonly catalog: readonly ToolSpec[] | null;
  /** Draws the probes. */
  readonly seed: string;
  /** Another model to compare the judge with, as `provider:model`. */
  readonly against: string | null;
  /** Where answers are recorded, or only taken from; null: nowhere. */
  readonly folder: string | null;
  /** Where answers are kept between commands; null: nowhere. */
  readonly cache: string | null;
  /** No judge is asked: only recorded answers count. */
  readonly isReplay: boolean;
  readonly maxCost: number | null;
  /** Why no variable may be sent anywhere that a suite names; null where that is allowed. */
  readonly noExecution: string | null;
}

/** A calibration that was planned: what it would take, and how it is made. */
export interface PlannedCalibration {
  readonly estimate: () => Promise<QuestionsEstimate>;
  readonly make: (
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ) => Promise<MadeCalibration>;
}

interface MadeCalibration {
  readonly calibration: Calibration;
  /** The bytes of its file. */
  readonly text: string;
  readonly issues: readonly Issue[];
}

/** Plans the calibration of the judge of a suite. Throws a UserError where the suite or the ratings cannot be used. */
export async function planSuiteCalibration(
  suite: Suite,
  options: CalibrateOptions,
): Promise<PlannedCalibration> {
  const judge = withOther(judgeOf(suite), options.against);
  const set = await readRatings(options.ratings, options.catalog ?? catalogOf(suite));
  const plan = planCalibration(set, options.seed);
  const { maxCost, isReplay, noExecution } = options;
  const open = (isAsked: boolean): Panel =>
    openPanel(suite, judge, {
      environment: process.env,
      command: maxCost === null ? null : new Budget({ calls: null, tokens: null, cost: maxCost }),
      noExecution,
      isAsked,
    });
  const { stores, recorded } = openStores(options);
  return {
    estimate: () => estimateQuestions(plan.questions, { panel: open(false), stores }),
    make: async (signal, onProgress) => {
      const panel = open(!isReplay);
      try {
        const answers = await askJudges(plan.questions, {
          panel,
          stores,
          mayAsk: !isReplay,
          signal,
          onProgress,
        });
        if (signal.aborted) throw new Interrupted();
        const calibration = calibrateJudges(plan, judgesOf(panel, judge, options.against), answers);
        const text = formatCalibration(calibration);
        const missing = missingVerdicts(plan.questions, answers);
        return { calibration, text, issues: [...missing, ...answers.issues] };
      } finally {
        await recorded?.save();
      }
    },
  };
}

function judgeOf({ judge, file }: Suite): JudgePlan {
  if (judge !== null) return judge;
  const message = 'the suite has no `judge` that could be calibrated';
  const hint = 'such as judge: { model: "anthropic:claude-sonnet-4-5-20250929" }';
  throw suiteError('SUITE_MISSING_KEY', message, { where: { file }, hint });
}

/** The other model is asked beside the judges, and is not one of their jury. */
function withOther(judge: JudgePlan, model: string | null): JudgePlan {
  if (model === null) return judge;
  if (!JUDGE_MODEL.test(model)) {
    const message = `--against ${model} does not say whose model it is`;
    const hint = 'write openai:…, anthropic:…, google:… or openai-compatible:…';
    throw suiteError('SUITE_MODEL', message, { hint });
  }
  const [first] = judge.jurors;
  // A model of the same provider is reached in the same way.
  const provider = (label = ''): string => label.slice(0, label.indexOf(':'));
  const way = provider(first?.model) === provider(model) ? { ...first } : {};
  return { ...judge, jurors: [...judge.jurors, { ...way, model }] };
}

function judgesOf(
  panel: Panel,
  { quorum }: JudgePlan,
  against: string | null,
): Parameters<typeof calibrateJudges>[1] {
  const members = panel.jurors.length - (against === null ? 0 : 1);
  return {
    names: panel.jurors.map(({ label }) => label),
    jury: members > 1 ? { members, quorum } : null,
    promptHash: (kind) => promptHash(panel, kind),
  };
}

/** The catalog of the first scorer that has one: that of the suite. */
function catalogOf({ evals }: Suite): readonly ToolSpec[] | null {
  for (const { options } of evals.flatMap(({ scorers }) => scorers)) {
    const { catalog } = options as { readonly catalog?: readonly ToolSpec[] };
    if (catalog !== undefined) return catalog;
  }
  return null;
}
