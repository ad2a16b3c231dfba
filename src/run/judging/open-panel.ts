import { readFileSync } from 'node:fs';
import {
  type CodeWith,
  type JsonObject,
  JUDGE_CODES,
  RUN_CODES,
  type UserError,
  userErrorsOf,
} from '#core';
import {
  Budget,
  findKey,
  type ModelLimits,
  type ModelProvider,
  type SpendingLimit,
} from '#drivers';
import { type Juror, type JurorOptions, openJuror, type Panel } from '#judge';
import type { JurorDocument } from '#schema';
import type { JudgePlan, Suite } from '#suite';
import { fill } from '../agents/agent-context.ts';
import { settingsOf } from '../agents/settings-of.ts';
import { budgetLimits, type OpenBudget, openOwnBudget, ratesOf } from '../limits/model-limits.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the judges of a suite need from outside. */
export interface PanelContext {
  readonly environment: Environment;
  /** What the whole command may spend; null is as much as it takes. */
  readonly command: SpendingLimit | null;
  /** Why no variable may be sent anywhere that a suite names; null where that is allowed. */
  readonly noExecution: string | null;
  /** Whether anything is asked; judges that are only replayed or planned need nothing of the environment. */
  readonly isAsked?: boolean;
  /** Opens the limits of a judge where they are not counted in this process alone. */
  readonly openRates?: (judge: JurorDocument) => Pick<ModelLimits, 'rateLimits'>;
  /** Opens their budget where it is not kept in this process alone. */
  readonly openBudget?: OpenBudget;
}

/** The address of judges that are not asked. */
const NOWHERE = 'http://localhost';

/** The judges of a suite, ready to be asked. Throws a UserError where one of them cannot be. */
export function openPanel(suite: Suite, plan: JudgePlan, context: PanelContext): Panel {
  const { openBudget = openOwnBudget, command } = context;
  const limits = budgetLimits(plan.budget);
  const own = limits === null ? null : openBudget(['judge', suite.file], limits);
  const budgets = [own, command].filter((limit) => limit !== null);
  return {
    jurors: plan.jurors.map((document) => openOne(suite, document, budgets, context)),
    // What several processes keep is spent in the order that one of them chooses.
    budgets: budgets.filter((budget) => budget instanceof Budget),
    guide: plan.guideFile === null ? plan.guide : readGuide(suite, plan.guideFile),
    concurrency: plan.concurrency,
  };
}

function openOne(
  suite: Suite,
  written: JurorDocument,
  budgets: readonly SpendingLimit[],
  { environment, noExecution, isAsked = true, openRates }: PanelContext,
): Juror {
  const label = written.model ?? '';
  if (isAsked && noExecution !== null) rejectVariables(suite, written, noExecution);
  const document = isAsked
    ? fill(written, suite, `judge "${label}"`, environment)
    : withoutConnection(written);
  const provider = label.slice(0, label.indexOf(':')) as ModelProvider;
  const { base_url: baseUrl = null, api_key_env: named = null, limits } = document;
  const key = findKey(provider, { named, baseUrl, environment });
  if (named !== null && key.apiKey === null)
    throw judgeError(
      suite,
      'ENVIRONMENT_MISSING',
      `judge "${label}" needs ${named} in the environment`,
    );
  const { api_key_header: keyHeader, headers, answers_as: answersAs } = document;
  return openJuror({
    label,
    allowAlias: document.allow_alias ?? false,
    baseUrl,
    ...key,
    ...(keyHeader === undefined ? {} : { keyHeader }),
    ...(headers === undefined ? {} : { headers }),
    ...(answersAs === undefined ? {} : { answersAs }),
    ...(document.temperature === undefined ? {} : { temperature: document.temperature }),
    ...(document.max_tokens === undefined ? {} : { maxTokens: document.max_tokens }),
    settings: settingsOf(document),
    ...extraBodyOf(written, document),
    seed: document.seed ?? null,
    prices: document.prices ?? null,
    reserved: budgets,
    ...(openRates === undefined ? ratesOf(limits) : openRates(document)),
  });
}

/** Members of requests: filled in for the service, and as they are written where answers are kept. */
function extraBodyOf(
  { extra_body: written }: JurorDocument,
  { extra_body: filled }: JurorDocument,
): Partial<Pick<JurorOptions, 'extraBody' | 'writtenBody'>> {
  if (written === undefined || filled === undefined) return {};
  return { extraBody: filled as JsonObject, writtenBody: written as JsonObject };
}

function withoutConnection(written: JurorDocument): JurorDocument {
  const { api_key_env: _key, api_key_header: _header, headers: _headers, ...rest } = written;
  return { ...rest, base_url: NOWHERE };
}

/** A suite that is not trusted may not say where a key is sent, nor use any other variable. */
function rejectVariables(suite: Suite, document: JurorDocument, why: string): void {
  const [variable] = /\$\{[A-Za-z_][A-Za-z0-9_]*\}/.exec(JSON.stringify(document)) ?? [];
  const sends = document.base_url === undefined ? undefined : (document.api_key_env ?? variable);
  const used = variable ?? sends;
  if (used === undefined) return;
  const message = `judge "${document.model}" uses ${used}, which is not allowed here`;
  throw judgeError(suite, 'EXEC_REFUSED', message, why);
}

function readGuide(suite: Suite, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw judgeError(suite, 'JUDGE_GUIDE', 'the guide of the judge cannot be read', path);
  }
}

const PANEL_CODES = { ...RUN_CODES, ...JUDGE_CODES } as const;
const panelError = userErrorsOf(PANEL_CODES);

function judgeError(
  suite: Suite,
  code: CodeWith<typeof PANEL_CODES>,
  message: string,
  hint?: string,
): UserError {
  return panelError(code, message, { where: { file: suite.file }, hint });
}
