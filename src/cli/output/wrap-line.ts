// oxlint-disable-next-line no-control-regex -- colours take no room
const COLOURS = /\u001b\[[\d;]*m/g;
/** Source lines and what programs wrote stay as they are: a caret points into the one, blanks matter in the other. */
const QUOTED = /^\s*\d*\s*\|/;

/** Breaks a line at blanks so that it fits a terminal; what follows is indented below its start. */
export function wrapLine(line: string, width: number): string {
  if (lengthOf(line) <= width || QUOTED.test(line.replace(COLOURS, ''))) return line;
  const [indent = ''] = /^ */.exec(line) ?? [];
  const lines: string[] = [];
  let last = '';
  for (const word of line.slice(indent.length).split(' ')) {
    const start = lines.length === 0 ? indent : `${indent}  `;
    const longer = last === '' ? `${start}${word}` : `${last} ${word}`;
    if (last === '' || lengthOf(longer) <= width) last = longer;
    else {
      lines.push(last);
      last = `${indent}  ${word}`;
    }
  }
  return [...lines, last].join('\n');
}

function lengthOf(line: string): number {
  return line.replace(COLOURS, '').length;
}
