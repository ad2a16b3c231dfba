import { formatTool, type JudgedPair, type JudgedTools, type ToolSetReport } from '#core';
import {
  type Block,
  type Code,
  concat,
  type List,
  name,
  prose,
  type Text,
} from '../document/index.ts';
import { makeVisible } from '../escape/visible.ts';
import { yamlText } from '../escape/yaml.ts';
import { clip } from '../values/clip.ts';
import { formatCount, formatNumber } from '../values/value.ts';
import { yamlMember } from './classes-yaml.ts';

const SAME_SHOWN = { brief: 15, full: 200 };
const DIFFERENT_SHOWN = { brief: 3, full: 200 };
const MAX_COMMENT_LENGTH = 200;

/** What a model says about the doubtful pairs: apart from all that was found without one. */
export function judgedBlocks({ judged }: ToolSetReport): Block[] {
  if (judged === undefined) return [];
  const { pairs, model } = judged;
  const same = pairs.filter((pair) => pair.same === true);
  const different = pairs.filter((pair) => pair.same === false);
  const failed = pairs.filter((pair) => pair.same === null);
  return [
    {
      kind: 'group',
      title: concat('Judged by ', name(model)),
      total: pairs.length,
      tone: failed.length > 0 ? 'error' : 'plain',
      blocks: [
        { kind: 'note', text: summaryOf(judged, same.length) },
        ...listOf('The same job', same, SAME_SHOWN),
        ...listOf('Different jobs', different, DIFFERENT_SHOWN),
        ...listOf('Not judged', failed, DIFFERENT_SHOWN),
      ],
    },
    ...classesOf(judged),
  ];
}

function summaryOf(
  { pairs, doubtful, minimum, answeredBy, usage }: JudgedTools,
  same: number,
): Text {
  const left = doubtful - pairs.length;
  const parts: Text[] = [
    `${formatNumber(same)} of ${formatCount(pairs.length, 'pair')} that are at least ${minimum} % alike do the same job, it says`,
  ];
  if (left > 0) parts.push(`${formatCount(left, 'more pair')} were not asked about`);
  if (answeredBy.length > 0) parts.push(concat('answered by ', prose(answeredBy.join(', '))));
  const { inputTokens, outputTokens, cost } = usage;
  if (inputTokens + outputTokens > 0)
    parts.push(
      `${formatNumber(inputTokens)} tokens in, ${formatNumber(outputTokens)} out${cost === null ? '' : `, cost ${cost}`}`,
    );
  return concat(...parts.flatMap((part, at) => (at === 0 ? [part] : ['; ', part])));
}

function listOf(title: string, pairs: readonly JudgedPair[], cap: List['cap']): List[] {
  if (pairs.length === 0 || cap === undefined) return [];
  const items = pairs.slice(0, cap.full).map((pair) => ({
    text: prose(pair.members.map(formatTool).join(' and ')),
    details: [prose(explain(pair))],
  }));
  const total = pairs.length;
  return [{ kind: 'list', layout: 'lines', title, items, total, cap, see: '--json' }];
}

function explain({ likeness, reason, error }: JudgedPair): string {
  const why = error === null ? (reason ?? '') : `${error.message} [${error.code}]`;
  return `${likeness.score} % alike; ${why}`;
}

/** The sets that follow, as classes: those that extend a set that was found have its name. */
function classesOf({ sets, pairs, model }: JudgedTools): Code[] {
  if (sets.length === 0) return [];
  const lines = sets.slice(0, SAME_SHOWN.full).flatMap((set) => {
    const instead = set.sets.length === 0 ? '' : `; instead of ${set.sets.join(', ')} above`;
    const reason = pairs[set.pairs[0] ?? 0]?.reason ?? '';
    return [
      `  # ${makeVisible(clip(`judged${instead}: ${reason}`, MAX_COMMENT_LENGTH))}`,
      `  - name: ${yamlText(set.name)}`,
      '    members:',
      ...set.members.map((member) => `      - ${yamlMember(member)}`),
    ];
  });
  return [
    {
      kind: 'code',
      language: 'yaml',
      title: concat(
        `The same job (${formatNumber(sets.length)}) where `,
        name(model),
        ' is right, as classes for a suite; read them before you use them',
      ),
      lines: ['classes:', ...lines],
    },
  ];
}
