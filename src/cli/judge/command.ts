import type { Command } from 'commander';
import type { CalibrateFlags } from './calibrate-judge.ts';

const EXAMPLES = `
Examples:
  whichtool judge calibrate samples/orders --dry-run
  whichtool judge calibrate samples/orders --record recorded
  whichtool judge calibrate samples/orders --replay recorded --threshold judge.agreement=0.9
  whichtool judge calibrate rated.jsonl --against openai:gpt-4.1-2025-04-14`;

export function addJudge(program: Command, done: (code: number) => void): void {
  const judge = program
    .command('judge')
    .description('find out whether a judge can be relied on')
    .addHelpText('after', EXAMPLES);
  judge
    .command('calibrate')
    .description('compare the judge of a suite with the ratings of people')
    .argument('<ratings>', 'a sample with ratings (label --task rate), or a file of rated rows')
    .option('--suite <file>', 'whose judge (default: whichtool.yaml here)')
    .option('--out <file>', 'where the result is written', 'judge-calibration.json')
    .option('--against <model>', 'another model to compare the judge with, as provider:model')
    .option('--catalog <file>', 'which tools were offered, where the cases do not say')
    .option('--seed <text>', 'another seed draws other probes (default: 1)', '1')
    .option('--record <folder>', 'keep the answers there, for ...')
    .option('--replay <folder>', '... calibrations without a key: no judge is asked')
    .option('--max-cost <amount>', 'what judges may cost')
    .option(
      '--threshold <metric=value>',
      'a gate on judge.agreement, kappa, sensitivity, specificity or attack_success (repeatable)',
      (value: string, all: readonly string[]) => [...all, value],
      [] as readonly string[],
    )
    .option('--dry-run', 'print what would be asked and what it may cost, and ask nothing')
    .option('--json', 'print the result as JSON')
    .option('--exec', 'allow suites that send variables, also where CI says they come from a fork')
    .option('--no-exec', 'refuse them')
    .action(async (ratings: string, flags: CalibrateFlags) => {
      const { calibrateJudge } = await import('./calibrate-judge.ts');
      done(await calibrateJudge(ratings, flags));
    });
}
