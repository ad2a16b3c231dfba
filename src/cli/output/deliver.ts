import { appendFile } from 'node:fs/promises';
import type { Report } from '#core';
import {
  findReporterLoss,
  loadReporter,
  type Provenance,
  REPORTER_NAMES,
  type ReporterName,
  type ReporterOptions,
  stepSummary,
} from '#reporters';
import { fileIssue, readChunks, type TextChunks } from '#platform';
import { EXIT, exitCodeOf, runError, worstExit } from '#run';
import { OutputError, print, save } from './output.ts';
import { colorOf, widthOf } from './terminal.ts';
import { printIssues } from './print-issues.ts';

const COPIED_BYTES = 1024 * 1024;

/** A reporter and where it writes; null is stdout. */
export interface Output {
  readonly reporter: ReporterName;
  readonly file: string | null;
}

/** The outputs of `--reporter name[=file]` flags. The terminal has stdout unless another reporter has no file. */
export function parseOutputs(
  flags: readonly string[],
  names: readonly ReporterName[] = REPORTER_NAMES,
): readonly Output[] {
  const outputs = flags.map((flag) => parseOutput(flag, names));
  const toStdout = outputs.filter(({ file }) => file === null);
  if (toStdout.length > 1) {
    const names = toStdout.map(({ reporter }) => reporter).join(' and ');
    throw runError('FLAG_REPORTER', `${names} cannot both write to stdout`, {
      hint: 'give all but one a file: --reporter json=report.json',
    });
  }
  return toStdout.length === 1 ? outputs : [...outputs, { reporter: 'terminal', file: null }];
}

function parseOutput(flag: string, names: readonly ReporterName[]): Output {
  const equals = flag.indexOf('=');
  const name = equals === -1 ? flag : flag.slice(0, equals);
  const reporter = names.find((known) => known === name);
  if (reporter === undefined)
    throw runError('FLAG_REPORTER', `there is no reporter "${name}"`, {
      hint: `there are ${names.join(', ')}`,
    });
  const file = equals === -1 ? null : flag.slice(equals + 1);
  if (file === '') throw runError('FLAG_REPORTER', `--reporter ${flag}: the file is missing`);
  return { reporter, file };
}

/** What is known of a report beside its content, and how it is written. */
export interface DeliveryOptions {
  /** A file that has it as JSON already: copying a large report is much cheaper than writing it again. */
  readonly written?: string | null;
  readonly provenance?: Provenance | undefined;
  /** Whether a terminal shows all that a page shows. */
  readonly isVerbose?: boolean;
}

/** Writes a report by all reporters and returns the exit code. */
export async function deliver(
  report: Report,
  outputs: readonly Output[],
  { written = null, provenance, isVerbose = false }: DeliveryOptions = {},
): Promise<number> {
  const code = await deliverBy(outputs, exitCodeOf(report), async (reporter, options) => {
    if (reporter === 'json' && written !== null) return copyOf(written);
    const render = await loadReporter(reporter);
    const loss = await findReporterLoss(reporter, report);
    if (loss !== null) process.stderr.write(`warning: --reporter ${reporter}: ${loss}\n`);
    const shown = provenance === undefined ? options : { ...options, provenance };
    return render(report, { ...shown, isVerbose });
  });
  if (!outputs.some(({ reporter }) => reporter === 'github')) return code;
  const isAdded = await attempt(() => appendStepSummary(report));
  return isAdded ? code : worstExit(code, EXIT.unmeasured);
}

async function* copyOf(file: string): AsyncGenerator<Buffer> {
  for await (const chunk of readChunks(file, { chunkBytes: COPIED_BYTES })) {
    if (!chunk.ok) throw new OutputError(chunk.issue);
    yield chunk.bytes;
  }
}

/**
 * Writes the result of `render` for each output: files first, so that they are complete when stdout closes early. An
 * output that cannot be written is reported and keeps none of the others back. Returns the exit code, given that of
 * the result.
 */
export async function deliverBy(
  outputs: readonly Output[],
  code: number,
  render: (reporter: ReporterName, options: ReporterOptions) => Promise<TextChunks>,
): Promise<number> {
  const inOrder = [...outputs].sort((a, b) => Number(a.file === null) - Number(b.file === null));
  let worst = code;
  for (const { reporter, file } of inOrder) {
    const isWritten = await attempt(async () => {
      if (file !== null) return save(file, await render(reporter, { color: false, width: 100 }));
      const { stdout } = process;
      return print(await render(reporter, { color: colorOf(stdout), width: widthOf(stdout) }));
    });
    if (!isWritten) worst = worstExit(worst, EXIT.unmeasured);
  }
  return worst;
}

/** Whether an output was written; otherwise standard error says why not. */
async function attempt(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    printIssues([error.issue]);
    return false;
  }
}

async function appendStepSummary(report: Report): Promise<void> {
  const file = process.env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === '') return;
  try {
    await appendFile(file, [...stepSummary(report, { color: false, width: 100 })].join(''));
  } catch (error) {
    const message = `cannot be written: ${(error as Error).message}`;
    throw new OutputError(fileIssue('OUTPUT_UNWRITABLE', file, message));
  }
}
