// Reports lines and paragraphs of Markdown pages that are too long. Tables, code blocks and front matter are exempt.

const MAX_LINE = 100;
const MAX_PARAGRAPH_LINES = 4;

const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;
const FENCE = /^\s*```/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;
const TABLE = /^\s*\|/;
const HEADING = /^#/;
// A code span or a link cannot be broken.
const UNBREAKABLE = /`[^`]*`|\[[^\]]*\]\([^)]*\)/g;

/** The faults of a page, as `{ line, message }`. */
export function* layoutFaults(page) {
  // The lines stay, so that later ones keep their numbers.
  const text = page.replace(FRONT_MATTER, (matter) => matter.replaceAll(/.+/g, ''));
  let isCode = false;
  let paragraph = { line: 0, length: 0 };
  for (const [index, line] of [...text.split('\n'), ''].entries()) {
    const isFence = FENCE.test(line);
    const isProse = !isCode && !isFence && !TABLE.test(line);
    if (isFence) isCode = !isCode;
    const length = [...line].length;
    if (isProse && length > MAX_LINE && canBreak(line))
      yield fault(index + 1, `${length} characters`, `at most ${MAX_LINE} in a line`);
    const isText = isProse && line.trim() !== '' && !HEADING.test(line);
    if (isText && !ITEM.test(line) && paragraph.length > 0) {
      paragraph.length += 1;
      continue;
    }
    if (paragraph.length > MAX_PARAGRAPH_LINES)
      yield fault(
        paragraph.line,
        `${paragraph.length} lines`,
        `paragraphs of at most ${MAX_PARAGRAPH_LINES}`,
      );
    paragraph = { line: index + 1, length: isText ? 1 : 0 };
  }
}

function canBreak(line) {
  return /\s/.test(line.replace(ITEM, '').replace(UNBREAKABLE, 'x').trim());
}

function fault(line, what, instead) {
  return { line, message: `"${what}": write ${instead}` };
}
