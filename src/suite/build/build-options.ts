import { type ExpectedCallSpec, parseJson, type ToolClass, type ToolPattern } from '#core';
import { check, type ClassMap, type ClassRef, type Path, toolList } from '#schema';
import type { Build } from './build.ts';
import { buildClasses, eachMember, rejectUnknownClass } from './build-classes.ts';
import { checkArgumentPath, rejectNeutral, type Rules } from './build-rules.ts';
import { checkExpectedCalls } from './check-expected.ts';
import { isTemplate } from '../template/template.ts';

/** The options of a scorer as they are written, whatever the scorer. */
export interface WrittenOptions {
  readonly classes?: string | readonly ClassRef[] | ClassMap;
  readonly dependencies?: readonly (readonly string[])[];
  readonly function_calls?: string | readonly ToolPattern[];
  readonly expected?: string | readonly ExpectedCallSpec[];
  readonly rubric?: string;
  readonly criteria?: string | readonly unknown[];
  readonly must?: string | readonly string[];
  readonly must_not?: string | readonly string[];
  readonly reference?: string;
  readonly ignore?: readonly string[];
  readonly for_tool?: Readonly<Record<string, { readonly ignore?: readonly string[] }>>;
}

/** Keys of a block or an entry that are not the scorer's options. */
const NOT_OPTIONS: ReadonlySet<string> = new Set([
  'expect',
  'type',
  'key',
  'display_name',
  'purpose',
  'metrics',
]);

/** The options as `Scorer.compile` takes them; the names in `rendered` are left to be filled in per row. */
export function buildOptions(
  written: WrittenOptions,
  rendered: { has(name: string): boolean },
  rules: Rules,
  path: Path,
  build: Build,
): Readonly<Record<string, unknown>> {
  const { problems } = build;
  const options: Record<string, unknown> = {};
  for (const key of Object.keys(written) as (keyof WrittenOptions)[]) {
    if (!NOT_OPTIONS.has(key) && !rendered.has(key)) options[key] = written[key];
  }
  const isExpected = (tool: ToolPattern, at: Path): void =>
    rejectNeutral(tool, rules, at, problems);

  if (Object.hasOwn(options, 'classes')) {
    const at = [...path, 'classes'];
    const { classes: value } = written;
    const refs = typeof value === 'string' ? listAt<ClassRef>(value, at, build) : (value ?? []);
    const classes = buildClasses(refs, at, build);
    if (rules.neutralKeys.size > 0) eachMember(refs, at, build.classes, isExpected);
    checkDependencies(written, classes, path, build);
    options.classes = classes;
  }
  if (Object.hasOwn(options, 'function_calls')) {
    const at = [...path, 'function_calls'];
    const tools = readToolList(written.function_calls, at, build);
    tools.forEach((tool, index) => isExpected(tool, [...at, index]));
    options.function_calls = tools;
  }
  if (Object.hasOwn(options, 'expected')) {
    const at = [...path, 'expected'];
    const calls = listAt(written.expected, at, build);
    options.expected = checkExpectedCalls(calls, at, build, isExpected);
  }
  for (const key of ['criteria', 'must', 'must_not'] as const) {
    if (Object.hasOwn(options, key)) options[key] = listAt(written[key], [...path, key], build);
  }
  checkIgnored(written, path, build);
  return options;
}

/** A value that must be a list, because templates stand in evals only. */
function listAt<T>(
  value: string | readonly T[] | undefined,
  path: Path,
  build: Build,
): readonly T[] {
  if (typeof value !== 'string') return value ?? [];
  const hint = isTemplate(value) ? 'templates are rendered per row, in an eval' : 'write [a, b]';
  build.problems.error('SUITE_TYPE', path, `\`${path.at(-1)}\` takes a list, not text`, hint);
  return [];
}

/** A list of tools, also as the text of a JSON list. */
function readToolList(
  value: string | readonly ToolPattern[] | undefined,
  path: Path,
  build: Build,
): readonly ToolPattern[] {
  if (typeof value === 'string' && !isTemplate(value)) {
    const parsed = parseJson(value);
    if (parsed.ok && check(toolList, parsed.value).length === 0) {
      return parsed.value as readonly ToolPattern[];
    }
  }
  return listAt(value, path, build);
}

function checkDependencies(
  written: WrittenOptions,
  classes: readonly ToolClass[],
  path: Path,
  build: Build,
): void {
  if (written.dependencies === undefined) return;
  const names = new Set(classes.map((one) => one.name));
  written.dependencies.forEach((pair, index) => {
    pair.forEach((name, place) => {
      if (names.has(name)) return;
      const at = [...path, 'dependencies', index, place];
      rejectUnknownClass(name, at, () => names, build.problems);
    });
  });
}

function checkIgnored(written: WrittenOptions, path: Path, build: Build): void {
  const look = (ignore: readonly string[] | undefined, at: Path): void =>
    ignore?.forEach((one, index) =>
      checkArgumentPath(one, [...at, 'ignore', index], build.problems),
    );
  look(written.ignore, path);
  for (const [tool, relaxations] of Object.entries(written.for_tool ?? {})) {
    look(relaxations.ignore, [...path, 'for_tool', tool]);
  }
}
