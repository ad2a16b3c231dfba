import { formatCount, formatIssue } from '#reporters';
import {
  CONVERSION_TARGETS,
  ConversionTally,
  type ConvertOptions,
  convertTraces,
  exitCodeOfReading,
  runError,
} from '#run';
import { print, save } from '../output/output.ts';
import { Progress } from '../output/progress.ts';
import { colorOf } from '../output/terminal.ts';
import { parseRequester, parseTypes } from '../flags/shared-values.ts';

/** The flags of `convert` as commander gives them. */
export interface ConvertFlags {
  readonly to: string;
  readonly out?: string;
  readonly format?: string;
  readonly requester?: string;
  readonly ignoreTypes?: string;
}

/** Rewrites traces, and reports the result on standard error. */
export async function convert(traces: readonly string[], flags: ConvertFlags): Promise<number> {
  const to = parseTarget(flags.to);
  const tally = new ConversionTally();
  const progress = new Progress(process.stderr);
  const options: ConvertOptions = {
    cwd: process.cwd(),
    to,
    format: flags.format ?? null,
    requester: parseRequester(flags.requester),
    ignoreTypes: parseTypes(flags.ignoreTypes),
    onProgress: (count) => progress.update(count),
  };
  try {
    const lines = convertTraces(traces, options, tally);
    await (flags.out === undefined ? print(lines) : save(flags.out, lines));
  } finally {
    progress.clear();
  }
  process.stderr.write(`${[...summarise(tally, to)].join('\n')}\n`);
  return exitCodeOfReading(tally.unreadable);
}

function parseTarget(text: string): ConvertOptions['to'] {
  const target = CONVERSION_TARGETS.find((known) => known === text);
  if (target !== undefined) return target;
  throw runError('FLAG_TO', `--to ${text}: there is no such target`, {
    hint: `there are ${CONVERSION_TARGETS.join(' and ')}`,
  });
}

function* summarise(tally: ConversionTally, to: string): Generator<string> {
  const { runs, errored, calls, leftOut, unreadable, told } = tally;
  const formats = tally.formats.report();
  yield `${formatCount(runs, 'run')} (${errored} errored) with ${formatCount(calls, 'call')} written as ${to}`;
  for (const { format, files } of formats) yield `  from ${format}: ${formatCount(files, 'file')}`;
  const kept = [...told].map(([kind, number]) => `${kind} ${number}`).join(', ');
  yield `  runs that record: ${kept}`;
  if (leftOut > 0) yield `  left out: ${formatCount(leftOut, 'call')} of other requesters`;
  if (to === 'otlp')
    yield '  lost: results of tools, messages between the first and the last, how long calls took of which no outcome is known';
  const pages = formats
    .filter(({ format }) => format !== 'native')
    .map(({ format }) => `docs/formats/${format}.md`);
  if (pages.length > 0) yield `  what each format loses when it is read: ${pages.join(', ')}`;
  if (unreadable > 0)
    yield `  not read: ${formatCount(unreadable, 'record')}, written as errored so that no gate passes without`;
  for (const { first, count: number } of tally.issues()) {
    yield formatIssue(first, colorOf(process.stderr));
    if (number > 1) yield `  and ${number - 1} more of ${first.code}`;
  }
}
