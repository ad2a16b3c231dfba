/** Adds an import after the last one. */
export function addImport(source, statement) {
  const last = [...source.matchAll(/^import [^;]*;\n/gm)].at(-1);
  if (last === undefined) throw new Error('the file has no imports');
  const end = last.index + last[0].length;
  return `${source.slice(0, end)}${statement}\n${source.slice(end)}`;
}

/** Adds a line below the only line that ends with `opening`. */
export function addFirst(source, opening, line) {
  const end = findOnly(source, `${opening}\n`) + opening.length + 1;
  return `${source.slice(0, end)}${line}\n${source.slice(end)}`;
}

/** Adds a line at the end of the block that `opening` begins and an unindented `closing` ends. */
export function addLast(source, opening, closing, line) {
  const end = source.indexOf(`\n${closing}\n`, findOnly(source, opening));
  if (end < 0) throw new Error(`${JSON.stringify(opening)} has no end ${JSON.stringify(closing)}`);
  return `${source.slice(0, end)}\n${line}${source.slice(end)}`;
}

function findOnly(source, text) {
  const at = source.indexOf(text);
  if (at < 0 || source.indexOf(text, at + 1) >= 0)
    throw new Error(`expected ${JSON.stringify(text)} once: the generator needs an update`);
  return at;
}
