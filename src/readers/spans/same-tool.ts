/**
 * Whether two names mean the same tool: equal apart from characters that clients replace, or the end of a longer name.
 */
export function isSameTool(a: string | null, b: string): boolean {
  if (a === null) return true;
  const [short, long] = [plainName(a), plainName(b)].sort((x, y) => x.length - y.length);
  return short === long || long!.endsWith(`_${short}`);
}

/** A name without the signs that clients rewrite. */
export function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9\u0080-\uFFFF]/g, '_');
}
