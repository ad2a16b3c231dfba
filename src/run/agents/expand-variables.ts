/** A value with `${VAR}` replaced in all of its texts; names that the environment does not have are noted. */
export function expandVariables<T>(
  value: T,
  environment: Readonly<Record<string, string | undefined>>,
  missing: Set<string>,
): T {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_all, name: string) => {
      const value = environment[name];
      if (value === undefined) missing.add(name);
      return value ?? '';
    }) as T;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => expandVariables(item, environment, missing)) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      expandVariables(member, environment, missing),
    ]),
  ) as T;
}
