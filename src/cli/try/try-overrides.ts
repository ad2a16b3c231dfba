import { isJsonObject, type Json, UserError } from '#core';
import { loadTryReporter, DOCUMENT_REPORTER_NAMES, type TryReport } from '#reporters';
import {
  exitCodeOfTrial,
  loadSuites,
  runError,
  tryFolder,
  tryOverrides,
  whyNoExecution,
} from '#run';
import {
  overrides as overridesSchema,
  trial as trialSchema,
  type TrialDocument,
  type Schema,
} from '#schema';
import { readReport } from '#store';
import { loadYaml, type Suite } from '#suite';
import { judgeHooks, judgeOptions } from '../flags/judge-flags.ts';
import { deliverBy, parseOutputs } from '../output/deliver.ts';
import { DriveConsole } from '../output/drive-console.ts';
import { parseDriveFlags } from '../flags/drive-flags.ts';
import { checkIdleFlags } from '../flags/idle-flags.ts';
import { parseRedaction, type RedactionFlags } from '../flags/redaction-flags.ts';
import { VERSION } from '../output/version.ts';
import { parseConcurrency, parseRuns } from '../flags/shared-values.ts';

/** The flags of `try` as commander gives them. */
export interface TryFlags extends RedactionFlags {
  readonly baseline: string;
  readonly concurrency?: string;
  readonly maxCost?: string;
  readonly runs?: string;
  readonly out?: string;
  readonly replay?: string;
  readonly exec?: boolean;
  readonly reporter: readonly string[];
  readonly json?: true;
}

/** Runs confused cases again with other descriptions and shows what changed. */
export async function tryOut(
  file: string,
  paths: readonly string[],
  flags: TryFlags,
): Promise<number> {
  const cwd = process.cwd();
  const named = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
  const outputs = parseOutputs(named, DOCUMENT_REPORTER_NAMES);
  const redaction = parseRedaction(flags);
  const trial = await loadTrial(file);
  const baseline = await readReport(flags.baseline);
  const suites = await loadSuites(paths, cwd);
  checkIdleFlags(suites, flags.maxCost === undefined ? {} : { maxCost: flags.maxCost }, null);
  const driven = new DriveConsole();
  const made = driveFlags(flags, suites, trial, cwd);
  const driving = parseDriveFlags(made, suites, cwd);
  const noExecution = whyNoExecution(flags.exec);
  let report: TryReport;
  try {
    report = await tryOverrides(suites, {
      cwd,
      trial,
      baseline,
      runs: parseRuns(flags.runs),
      version: VERSION,
      redaction,
      threads: parseConcurrency(flags.concurrency),
      maxCost: driving.maxCost,
      drive: { ...driving, noExecution, ...driven.hooks },
      judge: {
        ...judgeOptions(made, driving, suites, cwd),
        noExecution,
        ...judgeHooks(driven),
      },
    });
  } catch (error) {
    return driven.explain(error, () => 'interrupted; the same command goes on where it ended');
  } finally {
    driven.close();
  }
  return deliverBy(outputs, exitCodeOfTrial(report), async (reporter, options) => {
    const render = await loadTryReporter(reporter);
    return render(report, options);
  });
}

/** What was kept and is not stale is not run again. */
function driveFlags(
  { out, replay, maxCost, concurrency }: TryFlags,
  suites: readonly Suite[],
  trial: TrialDocument,
  cwd: string,
): Parameters<typeof parseDriveFlags>[0] {
  const shared = {
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
  if (replay === undefined)
    return { ...shared, record: out ?? tryFolder(suites, trial, cwd), onlyMissing: true };
  if (out !== undefined)
    throw runError('FLAG_DRIVE', '--replay makes no run, so --out has no effect');
  return { ...shared, replay };
}

const TRIAL_KEYS = Object.keys(trialSchema.properties ?? {});

/** Reads a map of tools to what the model sees of them, or the keys of an agent that are tried. */
async function loadTrial(path: string): Promise<TrialDocument> {
  const isWhole = (value: Json): boolean =>
    isJsonObject(value) &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((key) => TRIAL_KEYS.includes(key));
  const schemaFor = (value: Json): Schema | null =>
    isWhole(value) ? trialSchema : isJsonObject(value) ? overridesSchema : null;
  const loaded = await loadYaml(path, schemaFor, {
    kind: 'a file of overrides',
    keys: [...TRIAL_KEYS, 'description', 'input_schema'],
    levels: 2,
  });
  if (!loaded.ok) throw new UserError(loaded.issues);
  const { value } = loaded;
  const trial = (isWhole(value) ? value : { overrides: value }) as TrialDocument;
  if (isJsonObject(value) && Object.values(trial).some(hasContent)) return trial;
  const hint = 'such as get_order: { description: … }';
  throw runError('TRY_REFUSED', `${path} overrides no tool and changes nothing else`, { hint });
}

function hasContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== '';
}
