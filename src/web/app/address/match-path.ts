/** The parameters of a path that fits a pattern such as `/runs/:run`; null where it does not fit. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const [names, parts] = [pattern.split('/'), path.replace(/(?<=.)\/$/, '').split('/')];
  if (names.length !== parts.length) return null;
  const parameters: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const part = parts[i] as string;
    if (!name.startsWith(':')) {
      if (name !== part) return null;
      continue;
    }
    const value = decode(part);
    if (value === null || value === '') return null;
    parameters[name.slice(1)] = value;
  }
  return parameters;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
