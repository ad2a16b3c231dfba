import type {
  Calibration,
  CorrectedShare,
  Estimate,
  GroupAgreement,
  Interval,
  IntervalFigure,
  JudgeCalibration,
  ProbeChanges,
  RatingCounts,
  Share,
} from '#core';
import { makeVisible } from '../escape/visible.ts';
import { padToWidth, textWidth, wrapToWidth } from '../terminal/width.ts';

const USE = { use: 'use it', care: 'use with care', do_not_use: 'do not use' } as const;

/** A calibration as people read it: whether to use the judge, then why, then the figures. */
export function* calibrationText(calibration: Calibration, width: number): Generator<string> {
  const { judges, ratings, differences } = calibration;
  for (const judge of judges) {
    yield* wrap(`${makeVisible(judge.judge)}: ${USE[judge.use]}`, width);
    for (const reason of judge.reasons) yield* wrap(makeVisible(reason), width, '  - ');
  }
  for (const { statement } of differences) yield* wrap(makeVisible(statement), width);
  yield '\n';
  yield* rows(ratingRows(ratings), width);
  for (const judge of judges) yield* judgeBlock(judge, ratings, width);
}

function ratingRows({
  cases,
  rated,
  unsettled,
  unasked,
  raters,
  people,
  constant,
}: RatingCounts): Rows {
  const rest = [
    ...(unsettled > 0 ? [`${unsettled} unsettled`] : []),
    ...(unasked > 0 ? [`${unasked} not asked about`] : []),
  ];
  const names = raters.map(makeVisible).join(', ');
  return [
    ['rated', [`${rated} of ${cases} cases by ${names}`, ...rest].join('; ')],
    [
      'people',
      people.rate === null
        ? 'one rating per case: how far people agree is not known'
        : `${percent(people.rate)} like the majority of the others (${people.agreed} of ${people.compared})`,
    ],
    [
      'constant',
      constant === null
        ? 'none'
        : `${percent(constant.rate)} by rating everything ${constant.rating}`,
    ],
  ];
}

function* judgeBlock(
  judge: JudgeCalibration,
  ratings: RatingCounts,
  width: number,
): Generator<string> {
  yield `\n${makeVisible(judge.judge)}\n`;
  yield* rows(
    [
      ['agreement', share(judge.agreement)],
      ['kappa', figure(judge.kappa)],
      ['AC1', figure(judge.ac1)],
      ['sensitivity', `${share(judge.sensitivity)} that people rate 1`],
      ['specificity', `${share(judge.specificity)} that people rate 0.5 or 0`],
      ...unjudgedRows(judge),
    ],
    width,
  );
  yield '\n  judge \\ people     1   0.5     0\n';
  for (const [i, name] of ['1', '0.5', '0'].entries())
    yield `  ${name.padEnd(13)}${(judge.table[i] ?? []).map((count) => String(count).padStart(6)).join('')}\n`;
  yield* groups('by tool', judge.byTool, width);
  yield* groups('by clause of the guide', judge.byClause, width);
  yield* correctedBlock(judge.corrected, ratings, width);
  yield '\n  what should change nothing\n';
  yield* rows(probeRows(judge), width);
}

function* correctedBlock(
  { raw, cases, ppi, roganGladen }: CorrectedShare,
  { sampling }: RatingCounts,
  width: number,
): Generator<string> {
  yield '\n';
  yield* wrap(`how many of ${cases} cases people would rate 1; 0.5 counts as not`, width, '  ');
  yield* rows(
    [
      ['judge', raw === null ? 'not measured' : percent(raw)],
      ['PPI++', estimate(ppi, `the rated cases are a random part: ${sampling.reason}`)],
      ['Rogan-Gladen', estimate(roganGladen, 'the judge errs on unrated cases as on rated ones')],
    ],
    width,
  );
}

function estimate({ value, interval, refused }: Estimate, assumption: string): string {
  if (value === null) return `refused: ${makeVisible(refused)}`;
  return `${percent(value)} (${range(interval)}); assumes that ${makeVisible(assumption)}`;
}

function probeRows({ orderSwap, padding, canaries }: JudgeCalibration): Rows {
  const { attacked, plain, unjudged } = canaries;
  const count = ({ k, n }: Share): string => `${k} of ${n}`;
  const wrong = `${count(attacked)} wrong pairs score 1 with an instruction to, ${count(plain)} without`;
  return [
    ['order', changes(orderSwap)],
    ['padding', changes(padding)],
    ['attack', attacked.n === 0 ? 'no case to try' : wrong + missing(unjudged)],
  ];
}

function changes({ pairs, changed, higher, lower, p, unjudged }: ProbeChanges): string {
  if (pairs === 0) return `no case to try${missing(unjudged)}`;
  const sides =
    changed === 0 ? '' : `: ${higher} higher, ${lower} lower, exact p = ${(p ?? 1).toFixed(4)}`;
  return `${changed} of ${pairs} verdicts changed${sides}${missing(unjudged)}`;
}

function missing(unjudged: number): string {
  return unjudged === 0 ? '' : `; ${unjudged} without a verdict`;
}

function unjudgedRows({ unjudged }: JudgeCalibration): Rows {
  const codes = Object.entries(unjudged).map(([code, count]) => `${count} ${code}`);
  return codes.length === 0 ? [] : [['not judged', codes.join(', ')]];
}

function* groups(title: string, all: readonly GroupAgreement[], width: number): Generator<string> {
  if (all.length === 0) return;
  yield `\n  ${title}\n`;
  yield* rows(
    all.map((group) => [
      makeVisible(group.name),
      `${share(group)}${group.few ? ', too few to say' : ''}`,
    ]),
    width,
  );
}

type Rows = readonly (readonly [name: string, text: string])[];

/** Names in a column, and beside each its text, in as many lines as it needs. */
function* rows(all: Rows, width: number): Generator<string> {
  const column = Math.max(...all.map(([name]) => textWidth(name))) + 4;
  for (const [name, text] of all) {
    const lines = wrapToWidth(text, width - column);
    for (const [i, line] of lines.entries())
      yield `${padToWidth(i === 0 ? `  ${name}` : '', column)}${line}\n`;
  }
}

/** Text behind a mark, its further lines under its first. */
function* wrap(text: string, width: number, mark = ''): Generator<string> {
  for (const [i, line] of wrapToWidth(text, width - mark.length).entries())
    yield `${i === 0 ? mark : ' '.repeat(mark.length)}${line}\n`;
}

function share({ k, n, rate, interval }: Share): string {
  if (rate === null || interval === null) return 'not measured: no case';
  return `${percent(rate)} (${range(interval)}), ${k} of ${n}`;
}

function figure(value: IntervalFigure | null): string {
  if (value === null) return 'undefined (too little variation)';
  const [low, high] = value.interval;
  const limits = [Math.floor(low * 100) / 100, Math.ceil(high * 100) / 100];
  return `${value.value.toFixed(2)} (${limits.map((limit) => limit.toFixed(2)).join(' to ')})`;
}

function range([low, high]: Interval): string {
  return `${tenths(Math.floor(low * 1000 + 1e-9))}-${tenths(Math.ceil(high * 1000 - 1e-9))} %`;
}

function percent(rate: number | null): string {
  return rate === null ? 'not measured' : `${tenths(Math.round(rate * 1000))} %`;
}

function tenths(count: number): string {
  return String(count / 10);
}
