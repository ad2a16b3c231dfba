const CANDIDATES = [',', ';', '\t'] as const;

/**
 * The sign between the cells of a CSV file, from its first bytes: the comma, unless the header has none and another one
 * divides it. Spreadsheets in many languages write semicolons.
 */
export function detectDelimiter(start: Buffer): (typeof CANDIDATES)[number] {
  const [header = ''] = start.toString('utf8').split(/\r?\n/, 1);
  const bare = header.replaceAll(/"[^"]*"/g, '');
  return CANDIDATES.find((sign) => bare.includes(sign)) ?? ',';
}
