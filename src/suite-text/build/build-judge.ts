import { SCORERS } from '#core';
import type { JudgeDocument, JurorDocument, Path } from '#schema';
import type { Build } from './build.ts';
import { checkSettings } from './check-models.ts';
import type { JudgePlan, ScorerPlan } from '../plan/plan.ts';
import { resolvePath } from './resolve-path.ts';

const DEFAULT_CONCURRENCY = 16;
/** What a model is called that can be asked as a judge. */
export const JUDGE_MODEL: RegExp = /^(?:openai|anthropic|google|openai-compatible):.+$/;

/** The judge of a suite; null where it has none. */
export function buildJudge(build: Build): JudgePlan | null {
  const { judge } = build.document;
  if (judge === undefined) return null;
  const jurors = jurorsOf(judge, build);
  return {
    jurors,
    quorum: quorumOf(judge, jurors.length, build),
    guide: judge.guide ?? null,
    guideFile: guideFileOf(judge, build),
    concurrency: judge.concurrency ?? DEFAULT_CONCURRENCY,
    budget: judge.budget ?? null,
    calibration:
      judge.calibration === undefined
        ? null
        : resolvePath(judge.calibration, ['judge', 'calibration'], build),
    gatesInCi: judge.gates_in_ci ?? true,
  };
}

/** Keys of `judge` that are about all judges together. */
const SHARED: ReadonlySet<string> = new Set([
  'jury',
  'quorum',
  'guide',
  'guide_file',
  'concurrency',
  'budget',
  'calibration',
  'gates_in_ci',
]);

function jurorsOf(judge: JudgeDocument, build: Build): readonly JurorDocument[] {
  const { problems } = build;
  const jurorKeys = Object.keys(judge).filter((key) => !SHARED.has(key));
  if (judge.jury === undefined) {
    if (judge.model === undefined) {
      const hint = 'such as model: anthropic:claude-sonnet-4-5-20250929';
      problems.keyError('SUITE_MISSING_KEY', ['judge'], '`judge` names no model', hint);
      return [];
    }
    checkJuror(judge, ['judge'], build);
    return [Object.fromEntries(jurorKeys.map((key) => [key, judge[key as keyof JudgeDocument]]))];
  }
  for (const key of jurorKeys) {
    const message = `\`${key}\` of a judge stands in the \`jury\`, where there is one`;
    problems.keyError('SUITE_VALUE', ['judge', key], message);
  }
  judge.jury.forEach((juror, index) => checkJuror(juror, ['judge', 'jury', index], build));
  const models = judge.jury.map(({ model }) => model);
  models.forEach((model, index) => {
    if (models.indexOf(model) !== index)
      problems.error(
        'SUITE_DUPLICATE_NAME',
        ['judge', 'jury', index, 'model'],
        `"${model}" is named twice`,
      );
  });
  return judge.jury;
}

function checkJuror(juror: JurorDocument, path: Path, build: Build): void {
  const { model = '', base_url } = juror;
  const { problems } = build;
  checkSettings(model, juror, (key) => [...path, key], build);
  const at = [...path, 'model'];
  if (/^(?:lexical$|module:)/.test(model)) {
    const hint = 'write openai:…, anthropic:…, google:… or openai-compatible:… with base_url';
    problems.error('SUITE_UNSUPPORTED', at, `"${model}" cannot be a judge`, hint);
  } else if (!JUDGE_MODEL.test(model)) {
    const hint = 'write openai:…, anthropic:…, google:… or openai-compatible:… with base_url';
    problems.error('SUITE_MODEL', at, `"${model}" does not say whose model it is`, hint);
  } else if (model.startsWith('openai-compatible:') && base_url === undefined) {
    const hint = 'such as base_url: http://127.0.0.1:11434/v1';
    problems.error('SUITE_MODEL', at, `"${model}" needs a base_url`, hint);
  }
}

function quorumOf({ quorum }: JudgeDocument, jurors: number, { problems }: Build): number {
  if (quorum === undefined) return Math.floor(jurors / 2) + 1;
  if (quorum > jurors) {
    const message = `quorum: ${quorum} is more than the ${jurors} of the jury`;
    problems.error('SUITE_VALUE', ['judge', 'quorum'], message);
  }
  return quorum;
}

function guideFileOf({ guide, guide_file: file }: JudgeDocument, build: Build): string | null {
  if (file === undefined) return null;
  if (guide !== undefined) {
    const message = '`guide` and `guide_file` are the same thing: a judge has one of them';
    build.problems.keyError('SUITE_VALUE', ['judge', 'guide_file'], message);
  }
  return resolvePath(file, ['judge', 'guide_file'], build);
}

/** Whether a scorer may need a judge. */
function isJudged({ scorer }: ScorerPlan): boolean {
  return scorer.isJudged === true;
}

/** Refuses scorers that nothing decides without a judge. */
export function rejectWithoutJudge(
  plans: readonly ScorerPlan[],
  path: Path,
  { document, problems }: Build,
): void {
  if (document.judge !== undefined) return;
  const plan = plans.find(({ scorer }) => scorer.needsJudge === true);
  if (plan === undefined) return;
  const hint = 'such as judge: { model: "anthropic:claude-sonnet-4-5-20250929" }';
  problems.error(
    'SUITE_MISSING_KEY',
    path,
    `${plan.scorer.name} needs a judge: add \`judge\` to the suite`,
    hint,
  );
}

/** Refuses a judge whom nothing asks. */
export function rejectIdleJudge(
  plans: readonly { readonly scorers: readonly ScorerPlan[] }[],
  { document, problems }: Build,
): void {
  if (document.judge === undefined || problems.errors > 0) return;
  if (plans.some(({ scorers }) => scorers.some(isJudged))) return;
  const message = '`judge` has no effect: no test or eval of this suite asks one';
  const hint = `it is asked by ${listAsking()}`;
  problems.keyError('SUITE_NO_EFFECT', ['judge'], message, hint);
}

/** The scorers that ask a judge, in words: those that can be blocks first. */
function listAsking(): string {
  const asking = SCORERS.filter(({ isJudged: asks }) => asks === true);
  const blocks = asking.filter(({ suite }) => suite?.block !== undefined);
  const others = asking.filter((scorer) => !blocks.includes(scorer));
  const names = [
    ...blocks.map(({ name }) => `\`${name}\``),
    ...others.map(({ name }) => `the scorer ${name}`),
  ];
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
