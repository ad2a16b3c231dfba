import type {
  Calibration,
  CorrectedShare,
  GroupAgreement,
  JudgeCalibration,
  RatingCounts,
} from '#core';
import {
  type Block,
  concat,
  type Document,
  type Fields,
  type Group,
  joinTexts,
  name,
  numberColumn,
  prose,
  type Text,
  textColumn,
  type Tone,
} from '../document/index.ts';
import { formatNumber } from '../values/value.ts';
import {
  changesText,
  estimateText,
  figureText,
  missingText,
  percentText,
  shareText,
} from './wording.ts';

const USE = {
  use: ['use it', 'pass'],
  care: ['use with care', 'inconclusive'],
  do_not_use: ['do not use', 'fail'],
} as const satisfies Record<JudgeCalibration['use'], readonly [string, Tone]>;

/** A calibration: whether to use each judge, then why, then the figures. */
export function calibrationDocument(calibration: Calibration): Document {
  const { judges, ratings, differences } = calibration;
  return {
    version: null,
    blocks: [
      ...judges.map(useGroup),
      ...differences.map(({ statement }): Block => ({ kind: 'note', text: prose(statement) })),
      { kind: 'group', tone: 'plain', title: 'ratings', blocks: [ratingFields(ratings)] },
      ...judges.map((judge) => judgeGroup(judge, ratings)),
    ],
  };
}

function useGroup({ judge, use, reasons }: JudgeCalibration): Group {
  const [words, tone] = USE[use];
  const items = reasons.map((reason) => ({ text: prose(reason) }));
  return {
    kind: 'group',
    tone,
    isMarked: true,
    title: concat(name(judge), `: ${words}`),
    blocks: [{ kind: 'list', layout: 'lines', hasBullets: true, items }],
  };
}

function fields(rows: readonly (readonly [name: Text, text: Text])[]): Fields {
  return { kind: 'fields', rows: rows.map(([term, text]) => ({ name: term, text })) };
}

function ratingFields(ratings: RatingCounts): Fields {
  const { cases, rated, unsettled, unasked, raters, people, constant } = ratings;
  const names = raters.map((rater) => name(rater));
  const counted = concat(
    `${formatNumber(rated)} of ${formatNumber(cases)} cases by `,
    joinTexts(names, ', '),
    unsettled > 0 ? `; ${formatNumber(unsettled)} unsettled` : '',
    unasked > 0 ? `; ${formatNumber(unasked)} not asked about` : '',
  );
  const agreed =
    people.rate === null
      ? 'one rating per case: how far people agree is not known'
      : `${percentText(people.rate)} like the majority of the others (${people.agreed} of ${people.compared})`;
  const same =
    constant === null
      ? 'none'
      : `${percentText(constant.rate)} by rating everything ${constant.rating}`;
  return fields([
    ['rated', counted],
    ['people', agreed],
    ['constant', same],
  ]);
}

function judgeGroup(judge: JudgeCalibration, ratings: RatingCounts): Group {
  const codes = Object.entries(judge.unjudged).map(([code, count]): Text => [
    `${formatNumber(count)} `,
    name(code),
  ]);
  return {
    kind: 'group',
    tone: 'plain',
    title: name(judge.judge),
    blocks: [
      fields([
        ['agreement', shareText(judge.agreement)],
        ['kappa', figureText(judge.kappa)],
        ['AC1', figureText(judge.ac1)],
        ['sensitivity', `${shareText(judge.sensitivity)} that people rate 1`],
        ['specificity', `${shareText(judge.specificity)} that people rate 0.5 or 0`],
        ...(codes.length === 0 ? [] : [['not judged', joinTexts(codes, ', ')] as const]),
      ]),
      ratingTable(judge),
      ...agreementGroup('by tool', judge.byTool),
      ...agreementGroup('by clause of the guide', judge.byClause),
      correctedGroup(judge.corrected, ratings),
      probeGroup(judge),
    ],
  };
}

const RATINGS = ['1', '0.5', '0'];

function ratingTable({ table }: JudgeCalibration): Group {
  const columns = [textColumn('judge \\ people'), ...RATINGS.map(numberColumn)];
  const rows = RATINGS.map((rating, i) => ({
    cells: [rating, ...(table[i] ?? []).map(formatNumber)],
  }));
  return { kind: 'group', tone: 'plain', title: '', blocks: [{ kind: 'table', columns, rows }] };
}

function agreementGroup(title: string, all: readonly GroupAgreement[]): Group[] {
  if (all.length === 0) return [];
  const rows = all.map(
    (each) => [name(each.name), `${shareText(each)}${each.few ? ', too few to say' : ''}`] as const,
  );
  return [{ kind: 'group', tone: 'plain', title, blocks: [fields(rows)] }];
}

function correctedGroup(corrected: CorrectedShare, { sampling }: RatingCounts): Group {
  const { raw, cases, ppi, roganGladen } = corrected;
  return {
    kind: 'group',
    tone: 'plain',
    title: `how many of ${formatNumber(cases)} cases people would rate 1; 0.5 counts as not`,
    blocks: [
      fields([
        ['judge', percentText(raw)],
        ['PPI++', estimateText(ppi, `the rated cases are a random part: ${sampling.reason}`)],
        [
          'Rogan-Gladen',
          estimateText(roganGladen, 'the judge errs on unrated cases as on rated ones'),
        ],
      ]),
    ],
  };
}

function probeGroup({ orderSwap, padding, canaries }: JudgeCalibration): Group {
  const { attacked, plain, unjudged } = canaries;
  const attack =
    attacked.n === 0
      ? 'no case to try'
      : `${attacked.k} of ${attacked.n} wrong pairs score 1 with an instruction to, ${plain.k} of ${plain.n} without${missingText(unjudged)}`;
  return {
    kind: 'group',
    tone: 'plain',
    title: 'what should change nothing',
    blocks: [
      fields([
        ['order', changesText(orderSwap)],
        ['padding', changesText(padding)],
        ['attack', attack],
      ]),
    ],
  };
}
