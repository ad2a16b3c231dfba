import {
  type ClassMap,
  type ClassRef,
  formatPattern,
  patternKey,
  type ToolClass,
  type ToolPattern,
} from '#core';
import type { Path, SuiteDocument } from '#schema';
import type { Build } from './build.ts';
import type { Problems } from '../problems/problems.ts';
import { hintFor } from '../problems/hint-for.ts';

/** The classes declared at the top of a suite, by name. */
export function buildSharedClasses(
  document: SuiteDocument,
  problems: Problems,
): ReadonlyMap<string, ToolClass> {
  const shared = new Map<string, ToolClass>();
  for (const { item, path, members } of placeClasses(document.classes ?? [], ['classes'])) {
    checkMembers(item, members, problems);
    if (shared.has(item.name) && item.name !== '') {
      problems.error(
        'SUITE_DUPLICATE_NAME',
        [...path, 'name'],
        `two classes are called "${item.name}"`,
      );
    } else shared.set(item.name, item);
  }
  return shared;
}

/** A class, or the name of one, with the places of it and of its members. */
interface PlacedClass<Item> {
  readonly item: Item;
  readonly path: Path;
  readonly members: Path;
}

/** Classes with their places, whether they are written as a list or as a map. */
function placeClasses<Item extends ClassRef>(
  classes: readonly Item[] | ClassMap,
  path: Path,
): readonly PlacedClass<Item | ToolClass>[] {
  if (isList(classes)) {
    return classes.map((item, index) => {
      const at = [...path, index];
      return { item, path: at, members: [...at, 'members'] };
    });
  }
  return Object.entries(classes).map(([name, members]) => {
    const at = [...path, name];
    return { item: { name, members }, path: at, members: at };
  });
}

function isList<Item>(classes: readonly Item[] | ClassMap): classes is readonly Item[] {
  return Array.isArray(classes);
}

function checkMembers(toolClass: ToolClass, path: Path, problems: Problems): void {
  if (toolClass.members.length > 0) return;
  const message = `class "${toolClass.name}" has no members, so nothing can satisfy it`;
  const hint = 'where no tool should be called, write `no_tools: true` in the test';
  problems.error('SUITE_EMPTY_CLASS', path, message, hint);
}

/** The classes of a block: names of shared classes, and classes written out. */
export function buildClasses(
  refs: readonly ClassRef[] | ClassMap,
  path: Path,
  build: Build,
): readonly ToolClass[] {
  const isNames = isList(refs) && refs.every((ref) => typeof ref === 'string');
  const key = isNames ? JSON.stringify(refs) : '';
  const shared = build.classLists.get(key);
  if (isNames && shared !== undefined) return shared;
  const before = build.problems.errors;
  const classes = resolveClasses(refs, path, build);
  // Errors are shown at every place; a warning about a list of names is said once.
  if (isNames && build.problems.errors === before) build.classLists.set(key, classes);
  return classes;
}

function resolveClasses(
  refs: readonly ClassRef[] | ClassMap,
  path: Path,
  build: Build,
): readonly ToolClass[] {
  const { problems, classes: shared } = build;
  const byName = new Map<string, ToolClass>();
  for (const { item: ref, path: at, members } of placeClasses(refs, path)) {
    const name = typeof ref === 'string' ? ref : ref.name;
    const toolClass = typeof ref === 'string' ? shared.get(ref) : ref;
    if (typeof ref !== 'string') checkMembers(ref, members, problems);
    if (toolClass === undefined) rejectUnknownClass(name, at, () => shared.keys(), problems);
    else if (byName.has(name) && name !== '') {
      problems.error('SUITE_DUPLICATE_NAME', at, `class "${name}" stands twice in this block`);
    } else byName.set(name, toolClass);
  }
  const classes = [...byName.values()];
  warnOfOverlaps(classes, path, problems);
  return classes;
}

/** Shows every member of a block's classes, with the place where the block says it. */
export function eachMember(
  refs: readonly ClassRef[] | ClassMap,
  path: Path,
  shared: ReadonlyMap<string, ToolClass>,
  see: (member: ToolPattern, path: Path) => void,
): void {
  for (const { item, path: at, members } of placeClasses(refs, path)) {
    if (typeof item === 'string') shared.get(item)?.members.forEach((member) => see(member, at));
    else item.members.forEach((member, place) => see(member, [...members, place]));
  }
}

/** A name of a class that is not there, with what was probably meant. */
export function rejectUnknownClass(
  name: string,
  path: Path,
  names: () => Iterable<string>,
  problems: Problems,
): void {
  const hint = (): string =>
    hintFor(name, names(), 'declared are') ?? 'declare it under `classes` at the top';
  problems.error('SUITE_UNKNOWN_CLASS', path, `class "${name}" is not declared`, hint);
}

/** Says which members stand in two classes of a block: one call to them satisfies both. */
function warnOfOverlaps(classes: readonly ToolClass[], path: Path, problems: Problems): void {
  const owner = new Map<string, ToolClass>();
  for (const toolClass of classes) {
    for (const member of toolClass.members)
      if (!owner.has(patternKey(member))) owner.set(patternKey(member), toolClass);
  }
  const pairs = new Map<string, Set<string>>();
  for (const toolClass of classes) {
    for (const member of toolClass.members) {
      // `a.b` is also met by a call that `b` matches, so the ends of a dotted spelling count as shared too.
      for (const key of [patternKey(member), ...endsOf(member)]) {
        const other = owner.get(key);
        if (other === undefined || other === toolClass) continue;
        const pair = [toolClass.name, other.name]
          .sort()
          .map((name) => JSON.stringify(name))
          .join(' and ');
        pairs.set(pair, (pairs.get(pair) ?? new Set()).add(formatPattern(member)));
      }
    }
  }
  for (const [pair, members] of pairs) {
    const message = `classes ${pair} share ${[...members].join(', ')}; one call to it satisfies both`;
    problems.warn('SUITE_OVERLAPPING_CLASSES', path, message);
  }
}

function endsOf(member: ToolPattern): readonly string[] {
  if (typeof member !== 'string') return [];
  const ends: string[] = [];
  for (let dot = member.indexOf('.', 1); dot !== -1; dot = member.indexOf('.', dot + 1)) {
    ends.push(patternKey(member.slice(dot + 1)));
  }
  return ends;
}
