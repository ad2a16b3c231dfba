import type { EvalReport, Report } from '#core';
import {
  type Block,
  type Group,
  name,
  nameColumn,
  numberColumn,
  type Table,
  textColumn,
} from '../document/index.ts';
import { formatInterval } from '../values/value.ts';
import {
  fewNote,
  tagFigure,
  type TagLine,
  tagMetrics,
  tagNote,
  tagPassing,
} from '../wording/tags.ts';

const TAGS_SHOWN = { brief: 20, full: 200 };

/** The rows of an eval by tag, a line for each. */
export function evalTags({ perTag = [] }: EvalReport): Block[] {
  return perTag.length === 0 ? [] : tagBlocks(perTag, 'cases that pass');
}

/** The tests of a report by tag, a line for each. */
export function testTags({ perTag = [] }: Report): Group[] {
  if (perTag.length === 0) return [];
  const lines = perTag.map(({ tests, ...line }): TagLine => ({ ...line, passing: tests }));
  const blocks = tagBlocks(lines, 'tests that pass');
  return [{ kind: 'group', tone: 'plain', title: 'tests by tag', blocks }];
}

function tagBlocks(lines: readonly TagLine[], heading: string): Block[] {
  const text = fewNote(lines);
  const note = { kind: 'note', tone: 'quiet', text } as const;
  return [tagTable(lines, heading), ...(text === '' ? [] : [note])];
}

function tagTable(lines: readonly TagLine[], heading: string): Table {
  const metrics = tagMetrics(lines);
  return {
    kind: 'table',
    isSplit: true,
    columns: [
      nameColumn('tag'),
      numberColumn(heading),
      { ...numberColumn('95 %'), isQuiet: true },
      ...metrics.map((metric) => textColumn(name(metric))),
    ],
    rows: lines.map((line) => {
      const { interval } = line.passing;
      const note = tagNote(line);
      return {
        cells: [
          name(line.tag),
          tagPassing(line),
          interval === null ? '' : formatInterval(interval, 'ratio'),
          ...metrics.map((metric) => tagFigure(line, metric)),
        ],
        ...(note === '' ? {} : { note }),
      };
    }),
    cap: TAGS_SHOWN,
    noun: 'tag',
  };
}
