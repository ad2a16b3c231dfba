import type { Coefficient } from '#core';
import type { LabelAgreement, LabelStatus, LabelTask } from '#schema';
import {
  type Block,
  type Document,
  name,
  nameColumn,
  numberColumn,
  type Row,
  textColumn,
} from '../document/index.ts';
import { formatCount, formatNumber } from '../values/value.ts';

const NAME_LENGTH = 60;

type Figure = Pick<Coefficient, 'value' | 'interval'>;

/** The progress of labelling and the agreement of reviewers. */
export function labelStatusDocument(status: LabelStatus): Document {
  const { reviewers, stale, unsure, agreement, task } = status;
  const blocks: Block[] = [
    { kind: 'facts', parts: stateParts(status) },
    {
      kind: 'table',
      isHeadless: true,
      columns: [nameColumn('reviewer'), textColumn('labelled')],
      rows: reviewers.map(({ reviewer, assigned, done }) => ({
        cells: [
          name(reviewer, NAME_LENGTH),
          assigned === null ? formatNumber(done) : shareText(done, assigned),
        ],
      })),
    },
  ];
  if (stale > 0)
    blocks.push({
      kind: 'note',
      tone: 'warning',
      isMarked: true,
      text: `${formatCount(stale, 'label')} ${stale === 1 ? 'is' : 'are'} stale: the cases have changed`,
    });
  if (unsure > 0)
    blocks.push({
      kind: 'note',
      text: `${formatCount(unsure, 'label')} ${unsure === 1 ? 'is' : 'are'} marked as unsure`,
    });
  if (agreement.cases === 0)
    blocks.push({ kind: 'note', text: 'Agreement is not measured: no case has two labels' });
  else blocks.push(agreementGroup(agreement, task));
  return { version: null, blocks };
}

function stateParts({ cases, states, agreement }: LabelStatus): string[] {
  // A case that is assigned to one reviewer is decided by one label, so there is no agreement.
  const isAgreed = agreement.cases > 0 || states.agreed === 0;
  return [
    formatCount(cases, 'case'),
    `${formatNumber(states.agreed)} ${isAgreed ? 'agreed' : 'decided by their only label'}`,
    `${formatNumber(states.adjudicated)} adjudicated`,
    `${formatNumber(states.disputed)} disputed`,
    `${formatNumber(states.waiting)} with one label`,
    `${formatNumber(states.unlabelled)} unlabelled`,
  ];
}

function agreementGroup(agreement: LabelAgreement, task: LabelTask): Block {
  const { cases, identical, pairs, alpha } = agreement;
  const figures: Row[] = [
    { cells: ['same in everything', shareText(identical, cases), ''] },
    figureRow(task === 'label' ? 'same tool' : 'same rating', pairs.raw),
    figureRow("Cohen's kappa", pairs.kappa),
    figureRow("Gwet's AC1", pairs.ac1),
    figureRow("Krippendorff's alpha", alpha.alpha),
  ];
  return {
    kind: 'group',
    tone: 'plain',
    title: `Agreement over ${formatCount(cases, 'case')} with two labels, before adjudication`,
    blocks: [
      {
        kind: 'table',
        isHeadless: true,
        columns: ['figure', 'value', '95 % interval'].map(textColumn),
        rows: figures,
      },
      {
        kind: 'table',
        columns: [
          nameColumn(task === 'label' ? 'tool' : 'rating'),
          ...['first', 'second', 'both', 'agreement'].map(numberColumn),
        ],
        rows: pairs.categories.map(({ category, first, second, both, agreement: share }) => ({
          cells: [
            name(category, NAME_LENGTH),
            formatNumber(first),
            formatNumber(second),
            formatNumber(both),
            share.toFixed(3),
          ],
        })),
      },
    ],
  };
}

/** A coefficient with its interval; where labels hardly vary it has no value. */
function figureRow(label: string, figure: Figure | number | null): Row {
  if (figure === null) return { cells: [label, 'undefined', '(too little variation)'] };
  if (typeof figure === 'number') return { cells: [label, figure.toFixed(3), ''] };
  const [low, high] = figure.interval;
  return {
    cells: [label, figure.value.toFixed(3), `${low.toFixed(3)} to ${high.toFixed(3)}`],
  };
}

function shareText(part: number, whole: number): string {
  return `${formatNumber(part)} of ${formatNumber(whole)}`;
}
