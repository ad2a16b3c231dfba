import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { canonicalJson, type Issue, isJsonObject, type Json, UserError } from '#core';
import { loadTryReporter, TRY_REPORTER_NAMES, type TryReport } from '#reporters';
import { EXIT, loadSuites, tryOverrides } from '#run';
import { overrides as overridesSchema, type OverridesDocument, type Schema } from '#schema';
import { stateFolder } from '#store';
import { loadYaml, type Suite } from '#suite';
import { parseConcurrency } from './concurrency-flag.ts';
import { deliverBy, parseOutputs } from './deliver.ts';
import { DriveConsole } from './drive-console.ts';
import { parseDriveFlags } from './drive-flags.ts';
import { readReport } from './read-report.ts';
import { refuseIdleFlags } from './refuse-idle-flags.ts';
import { parseRedaction, type RedactionFlags } from './redaction-flags.ts';
import { parseRuns } from './runs-flag.ts';
import { VERSION } from './version.ts';
import { whyNoExecution } from './why-no-execution.ts';

/** The flags of `try` as commander gives them. */
export interface TryFlags extends RedactionFlags {
  readonly baseline: string;
  readonly concurrency?: string;
  readonly maxCost?: string;
  readonly runs?: string;
  readonly out?: string;
  readonly replay?: string;
  readonly exec?: boolean;
  readonly json?: true;
}

/** Runs confused cases again with other descriptions and shows what changed. */
export async function tryOut(
  file: string,
  paths: readonly string[],
  flags: TryFlags,
): Promise<number> {
  const cwd = process.cwd();
  const outputs = parseOutputs(flags.json ? ['json'] : [], TRY_REPORTER_NAMES);
  const redaction = parseRedaction(flags);
  const overrides = await loadOverrides(file);
  const baseline = await readReport(flags.baseline);
  const suites = await loadSuites(paths, cwd);
  refuseIdleFlags(suites, flags.maxCost === undefined ? {} : { maxCost: flags.maxCost }, null);
  const driven = new DriveConsole();
  let report: TryReport;
  try {
    report = await tryOverrides(suites, {
      cwd,
      overrides,
      baseline,
      runs: parseRuns(flags.runs),
      version: VERSION,
      redaction,
      threads: parseConcurrency(flags.concurrency),
      drive: {
        ...parseDriveFlags(driveFlags(flags, suites, overrides, cwd), suites, cwd),
        noExecution: whyNoExecution(flags.exec),
        ...driven.hooks,
      },
    });
  } catch (error) {
    return driven.explain(error, () => 'interrupted; the same command goes on where it ended');
  } finally {
    driven.close();
  }
  return deliverBy(outputs, exitCode(report), async (reporter, options) => {
    const render = await loadTryReporter(reporter);
    return render(report, options);
  });
}

/** What was kept and is not stale is not run again. */
function driveFlags(
  { out, replay, maxCost, concurrency }: TryFlags,
  suites: readonly Suite[],
  overrides: OverridesDocument,
  cwd: string,
): Parameters<typeof parseDriveFlags>[0] {
  const shared = {
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
  if (replay === undefined)
    return { ...shared, record: out ?? tryFolder(suites, overrides, cwd), onlyMissing: true };
  if (out !== undefined)
    throw refuse('FLAG_DRIVE', '--replay makes no run, so --out has no effect');
  return { ...shared, replay };
}

/** The same suites and overrides, the same folder. */
function tryFolder(suites: readonly Suite[], overrides: OverridesDocument, cwd: string): string {
  const identity = canonicalJson([suites.map(({ file }) => file).sort(), overrides as Json]);
  const key = createHash('sha256').update(identity).digest('hex').slice(0, 12);
  return join(stateFolder(suites[0]?.root ?? cwd), 'try', key);
}

const WRAPPED: Schema = {
  type: 'object',
  properties: { overrides: overridesSchema },
  required: ['overrides'],
  additionalProperties: false,
};

/** Reads a map of tools to what is told of them, alone or under `overrides`. */
async function loadOverrides(path: string): Promise<OverridesDocument> {
  const isWrapped = (value: Json): boolean =>
    isJsonObject(value) && Object.keys(value).join('\n') === 'overrides';
  const schemaFor = (value: Json): Schema | null =>
    isWrapped(value) ? WRAPPED : isJsonObject(value) ? overridesSchema : null;
  const loaded = await loadYaml(path, schemaFor, {
    kind: 'a file of overrides',
    keys: ['overrides', 'description', 'input_schema'],
    levels: 2,
  });
  if (!loaded.ok) throw new UserError(loaded.issues);
  const { value } = loaded;
  const overrides = isWrapped(value) ? (value as { overrides: Json }).overrides : value;
  if (isJsonObject(overrides) && Object.keys(overrides).length > 0)
    return overrides as OverridesDocument;
  const hint = 'such as get_order: { description: … }';
  throw refuse('TRY_REFUSED', `${path} overrides no tool`, hint);
}

function exitCode({ verdict, errors, issues }: TryReport): number {
  if (verdict === 'worse') return EXIT.failed;
  if (errors > 0 || issues.some(({ severity }) => severity === 'error')) return EXIT.unmeasured;
  return verdict === 'better' ? EXIT.ok : EXIT.inconclusive;
}

function refuse(code: string, message: string, hint?: string): UserError {
  const issue: Issue = { code, severity: 'error', message, where: null };
  return new UserError([hint === undefined ? issue : { ...issue, hint }]);
}
