import {
  type ClassMap,
  type ClassRef,
  type ExpectedCallSpec,
  parseJson,
  type RenderedKind,
  type Scorer,
  type ToolClass,
  toolList,
  type ToolPattern,
} from '#core';
import { check, type Path } from '#schema';
import type { Build } from './build.ts';
import { buildClasses, eachMember, rejectUnknownClass } from './build-classes.ts';
import { checkArgumentPath, checkToday, rejectNeutral, type Rules } from './build-rules.ts';
import { checkExpectedCalls } from './check-expected.ts';
import { rejectUnseen } from './check-forbidden.ts';
import { isTemplate } from '../template/template.ts';

/** The options of a scorer as they are written: those that mean the same for every scorer. */
export interface WrittenOptions {
  readonly dependencies?: string | readonly (readonly string[])[];
  readonly ignore?: readonly string[];
  readonly today?: string;
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
  { suite }: Scorer,
  written: WrittenOptions,
  rendered: { has(name: string): boolean },
  { rules, path, build }: { readonly rules: Rules; readonly path: Path; readonly build: Build },
): Readonly<Record<string, unknown>> {
  const options: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(written)) {
    if (!NOT_OPTIONS.has(key) && !rendered.has(key)) options[key] = value;
  }
  for (const [key, kind] of Object.entries(suite?.templates ?? {})) {
    const at = [...path, key];
    if (Object.hasOwn(options, key))
      options[key] = buildValue(kind, options[key], written, {
        rules,
        path: at,
        build,
        forbids: suite?.forbids === true,
      });
  }
  checkIgnored(written, path, build);
  if (suite !== undefined && Object.hasOwn(suite.keys, 'today'))
    addToday(options, written, rules, path, build);
  return options;
}

/** The day that relative dates count from, where a scorer compares arguments. */
function addToday(
  options: Record<string, unknown>,
  { today }: WrittenOptions,
  rules: Rules,
  path: Path,
  { problems }: Build,
): void {
  if (today !== undefined) checkToday(today, [...path, 'today'], problems);
  else if (rules.today !== null) options.today = rules.today;
}

interface Site {
  readonly rules: Rules;
  readonly path: Path;
  readonly build: Build;
  /** The tools must not be called. */
  readonly forbids: boolean;
}

/** The value of an option that would be rendered in an eval. */
function buildValue(
  kind: RenderedKind,
  value: unknown,
  options: WrittenOptions,
  { rules, path, build, forbids }: Site,
): unknown {
  const checkTool = (tool: ToolPattern, at: Path): void =>
    forbids
      ? rejectUnseen(tool, at, rules.spec, build.problems)
      : rejectNeutral(tool, rules, at, build.problems);
  switch (kind) {
    case 'classes': {
      const written = value as string | readonly ClassRef[] | ClassMap;
      const refs = typeof written === 'string' ? listAt<ClassRef>(written, path, build) : written;
      const classes = buildClasses(refs, path, build);
      if (rules.neutralKeys.size > 0) eachMember(refs, path, build.classes, checkTool);
      checkDependencies(options, classes, path.slice(0, -1), build);
      return classes;
    }
    case 'tools': {
      const tools = readToolList(value as string | readonly ToolPattern[], path, build);
      tools.forEach((tool, index) => checkTool(tool, [...path, index]));
      return tools;
    }
    case 'calls': {
      const calls = listAt(value as string | readonly ExpectedCallSpec[], path, build);
      return checkExpectedCalls(
        calls,
        path,
        { ...build, today: options.today ?? rules.today },
        checkTool,
      );
    }
    case 'flag':
      return flagAt(value, path, build);
    case 'text':
      return value;
    default:
      return listAt(value as string | readonly unknown[], path, build);
  }
}

/** A value that must be a list, because templates are for evals only. */
function listAt<T>(value: string | readonly T[], path: Path, build: Build): readonly T[] {
  if (typeof value !== 'string') return value;
  const hint = isTemplate(value) ? 'templates are rendered per row, in an eval' : 'write [a, b]';
  build.problems.error('SUITE_TYPE', path, `\`${path.at(-1)}\` takes a list, not text`, hint);
  return [];
}

/** A value that must be true or false, because templates are for evals only. */
function flagAt(value: unknown, path: Path, build: Build): unknown {
  if (typeof value !== 'string') return value;
  build.problems.error('SUITE_TYPE', path, `\`${path.at(-1)}\` takes true or false, not text`);
  return true;
}

/** A list of tools, also as the text of a JSON list. */
function readToolList(
  value: string | readonly ToolPattern[],
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
  // Those of a template are checked with each row.
  if (written.dependencies === undefined || typeof written.dependencies === 'string') return;
  const names = new Set(classes.map((toolClass) => toolClass.name));
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
    ignore?.forEach((argument, index) =>
      checkArgumentPath(argument, [...at, 'ignore', index], build.problems),
    );
  look(written.ignore, path);
  for (const [tool, relaxations] of Object.entries(written.for_tool ?? {})) {
    look(relaxations.ignore, [...path, 'for_tool', tool]);
  }
}

/** Refuses a scorer that has none of the options of which it needs one. */
export function rejectEmptyOptions(
  { name, suite }: Scorer,
  written: object,
  path: Path,
  { problems }: Build,
): void {
  const keys = suite?.someOf ?? [];
  if (keys.length === 0 || keys.some((key) => Object.hasOwn(written, key))) return;
  problems.keyError('SUITE_MISSING_KEY', path, `${name} has none of ${keys.join(', ')}`);
}
