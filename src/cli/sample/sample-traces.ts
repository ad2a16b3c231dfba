import { join } from 'node:path';
import { SECRETS_ONLY, UserError, WITH_PII } from '#core';
import { createSample, type SampleManifest, type SamplePlan } from '#dataset';
import { makeVisible } from '#reporters';
import { exitCodeOfReading, readDrawing } from '#run';
import { readCatalogFlag } from '../flags/catalog-flag.ts';
import { OutputError, print } from '../output/output.ts';
import { nextAfterSample } from '../label/next-label-step.ts';
import { printNext } from '../output/next-step.ts';
import { printIssues } from '../output/print-issues.ts';
import { Progress } from '../output/progress.ts';
import { idleFlag } from '../flags/idle-flags.ts';
import { type Flag, parseChoice, parseWholeNumber, valueError } from '../flags/values.ts';
import { parseRequester } from '../flags/shared-values.ts';

/** The flags of `sample` as commander gives them. */
export interface SampleFlags {
  readonly size: string;
  readonly seed: string;
  readonly by?: string;
  readonly unit: string;
  readonly min?: string;
  readonly answers?: string;
  readonly out: string;
  readonly json?: true;
  readonly format?: string;
  readonly requester?: string;
  readonly catalog?: string;
  readonly redactPii: boolean;
}

/** Draws cases and writes them to a new folder. */
export async function sample(traces: readonly string[], flags: SampleFlags): Promise<number> {
  const plan = parsePlan(flags);
  const progress = new Progress(process.stderr);
  const created = await createSample(flags.out, traces, plan, {
    cwd: process.cwd(),
    format: flags.format ?? null,
    requester: parseRequester(flags.requester),
    catalog: await readCatalogFlag(flags.catalog),
    onProgress: (count) => progress.update(count),
    read: readDrawing,
  }).finally(() => progress.clear());
  if (!created.ok) throw new OutputError(created.issue);
  const { manifest, text, issues } = created;
  printIssues(issues);
  await print(flags.json ? [text] : describe(manifest, flags.out));
  if (!flags.json) printNext(nextAfterSample(flags.out, join(flags.out, 'guide.md')));
  return exitCodeOfReading(manifest.unreadable);
}

const DEFAULT_MIN = '5';
const DEFAULT_ANSWERS = '20%';
const MAX_CASES = 999_999;

function flag(name: string): Flag {
  return { name, code: 'FLAG_SAMPLE' };
}

function parsePlan({
  size,
  seed,
  by,
  unit: unitFlag,
  min,
  answers,
  redactPii,
}: SampleFlags): SamplePlan {
  if (min !== undefined && by === undefined)
    throw new UserError([idleFlag('--min', 'without --by there is one stratum')]);
  const unit = parseChoice(flag('--unit'), unitFlag, ['decision', 'conversation', 'trace']);
  if (answers !== undefined && unit !== 'decision')
    throw new UserError([idleFlag('--answers', `--unit ${unit} draws whole runs`)]);
  return {
    size: parseWholeNumber(flag('--size'), size, 1, MAX_CASES),
    seed,
    by: by === undefined ? [] : by.split(',').map((trait) => trait.trim()),
    unit,
    ...(unit === 'decision' ? { answers: parseAnswers(answers ?? DEFAULT_ANSWERS) } : {}),
    minimum: parseWholeNumber(flag('--min'), min ?? DEFAULT_MIN, 0, MAX_CASES),
    redaction: redactPii ? WITH_PII : SECRETS_ONLY,
  };
}

/** How many percent of the decisions without a call may be drawn. */
function parseAnswers(text: string): number {
  const percent = { all: '100', none: '0' }[text] ?? text;
  const digits = /^(100|\d{1,2})%?$/.exec(percent)?.[1];
  if (digits !== undefined) return Number(digits);
  throw valueError(flag('--answers'), text, 'write all, none, or a share such as 20%');
}

function* describe(manifest: SampleManifest, out: string): Generator<string> {
  const { unit, cases, population, traces, strata, redactions, unreadable } = manifest;
  const drawn = strata.reduce((sum, { sampled }) => sum + sampled, 0);
  yield unit === 'conversation'
    ? `${drawn} of ${population} conversations with ${cases} decisions, in ${out}\n`
    : `${cases} of ${population} cases from ${traces} traces, in ${out}\n`;
  // A share of the answers divides them from the calls, whatever else divides.
  const traits = Object.keys(strata[0]?.stratum ?? {});
  if (traits.length > 0)
    for (const { stratum, population: all, sampled } of strata)
      yield `  ${traits.map((trait) => makeVisible(JSON.stringify(stratum[trait]))).join(' ')}  ${sampled} of ${all}\n`;
  yield* describeAnswers(manifest);
  if (redactions > 0) yield `  redacted: ${redactions}\n`;
  if (unreadable > 0) yield `  not read: ${unreadable} records\n`;
}

/** Most decisions without a call are final answers; reviewers need a share of them to find missed calls. */
function* describeAnswers({ answers = 'all' }: SampleManifest): Generator<string> {
  if (answers === 'none') yield '  decisions without a call were not drawn (--answers none)\n';
  else if (answers !== 'all')
    yield `  of the decisions without a call at most ${answers.replace('%', ' %')} (--answers)\n`;
}
