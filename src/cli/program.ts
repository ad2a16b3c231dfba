import { Command, CommanderError } from 'commander';
import { addCapture } from './capture/command.ts';
import { addCompare } from './compare/command.ts';
import { addConvert } from './convert/command.ts';
import { addDataset } from './dataset/command.ts';
import { addDrift } from './drift/command.ts';
import { completeRegressionRule } from './flags/shared-options.ts';
import { addInspect } from './inspect/command.ts';
import { addInit } from './init/command.ts';
import { addJudge } from './judge/command.ts';
import { addLabel } from './label/command.ts';
import { addLogin } from './login/command.ts';
import { addMcp } from './mcp/command.ts';
import { addMergeReports } from './merge-reports/command.ts';
import { addMetrics } from './metrics/command.ts';
import { widthOf } from './output/terminal.ts';
import { wrapHelp } from './output/wrap-help.ts';
import { addReport } from './report/command.ts';
import { addRun } from './run/command.ts';
import { addRuns } from './runs/command.ts';
import { addSample } from './sample/command.ts';
import { addSchema } from './schema/command.ts';
import { addScore } from './score/command.ts';
import { addServe } from './serve/command.ts';
import { addSql } from './sql/command.ts';
import { addTools } from './tools/command.ts';
import { addTry } from './try/command.ts';
import { addValidate } from './validate/command.ts';
import { addWorker } from './worker/command.ts';

const EXIT_CODES = `
Exit codes: 0 every gate held, 1 a gate failed, 2 unusable input, 3 something could not be measured,
            4 a bug in whichtool, 5 inconclusive.`;

const VERBS: ReadonlyMap<string, (program: Command, done: (code: number) => void) => void> =
  new Map([
    ['inspect', addInspect],
    ['run', addRun],
    ['score', addScore],
    ['convert', addConvert],
    ['capture', addCapture],
    ['sample', addSample],
    ['label', addLabel],
    ['dataset', addDataset],
    ['judge', addJudge],
    ['validate', addValidate],
    ['report', addReport],
    ['compare', addCompare],
    ['drift', addDrift],
    ['try', addTry],
    ['merge-reports', addMergeReports],
    ['runs', addRuns],
    ['serve', addServe],
    ['sql', addSql],
    ['worker', addWorker],
    ['mcp', addMcp],
    ['login', addLogin],
    ['tools', addTools],
    ['init', addInit],
    ['metrics', addMetrics],
    ['schema', addSchema],
  ]);

/** The command line as commander describes it: one verb of it, or all where the name is not that of a verb. */
export function describeProgram(
  version: string,
  done: (code: number) => void,
  verb: string = '',
): Command {
  const program = new Command('whichtool')
    .description('Which tool did the agent pick, and was it the right one?')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('(add --help for what is possible)')
    // A flag that may be repeated starts as an empty list, which is not worth showing.
    .configureHelp({ optionDescription: ({ description }) => description, minWidthToWrap: 20 })
    .configureOutput({
      writeOut: (text) => {
        process.stdout.once('error', allowClosedPipe);
        process.stdout.write(wrapHelp(text, widthOf(process.stdout)));
      },
    })
    .exitOverride();
  // Describing all verbs takes as long as doing what the small ones do: it is left to help and mistakes.
  const asked = VERBS.get(verb);
  for (const add of asked === undefined ? VERBS.values() : [asked]) add(program, done);
  for (const command of program.commands)
    command.exitOverride().showHelpAfterError(`(see whichtool ${command.name()} --help)`);
  return program;
}

/** A reader of the help may leave before its end, as `head` does. */
function allowClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Runs the command line; answers the exit code and never throws. */
export async function runProgram(argv: readonly string[], version: string): Promise<number> {
  let code = 0;
  const done = (exit: number): void => {
    code = exit;
  };
  const program = describeProgram(version, done, argv[0]);
  try {
    await program.parseAsync(completeRegressionRule(argv), { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed its own message already; everything it refuses is unusable input.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { explainFailure } = await import('./output/explain-failure.ts');
    return await explainFailure(error);
  }
}
