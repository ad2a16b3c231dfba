import { escapeCommandData, escapeCommandProperty } from '../escape/workflow-command.ts';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../values/clip.ts';

/** Where an annotation is. */
export interface AnnotationPlace {
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
}

const PATH_LENGTH = 4096;
const TITLE_LENGTH = 200;
const LINE_LENGTH = 1000;
const MESSAGE_LENGTH = 4000;

/** One workflow command that annotates a place, on one line whatever the text holds. */
export function formatAnnotation(
  level: 'error' | 'warning' | 'notice',
  place: AnnotationPlace,
  title: string,
  lines: readonly string[],
): string {
  const properties = Object.entries({ ...place, title: clip(title, TITLE_LENGTH) })
    .map(([name, value]) => [name, makeVisible(clip(String(value), PATH_LENGTH))] as const)
    .map(([name, value]) => `${name}=${escapeCommandProperty(value)}`)
    .join(',');
  const visible = lines.map((line) => makeVisible(clip(line, LINE_LENGTH)));
  const message = clip(visible.join('\n'), MESSAGE_LENGTH);
  return `::${level} ${properties}::${escapeCommandData(message)}\n`;
}

/** The file, then as much of line, column, byte and JSON pointer as there is. */
const POSITION = /^(.*?)(?::(\d{1,9}))?(?::(\d{1,9}))?(?: byte \d+)?(?: \/.*)?$/s;

/** The place that `file:line:column` says, as far as it does. */
export function parsePlace(where: string | null): AnnotationPlace {
  if (where === null || where === '') return {};
  const [, file = '', line, col] = POSITION.exec(where) ?? [];
  return {
    ...(file === '' ? {} : { file }),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(col === undefined ? {} : { col: Number(col) }),
  };
}
