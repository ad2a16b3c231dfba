import type { Path } from '#schema';
import type { PlacedIssue } from '#suite-text';
import type { ClassGroup } from './editable.ts';
import { isBelow } from './is-below.ts';
import type { ItemSections, SharedSections } from './sections.ts';

/** The problems that no field of the editor shows. */
export function unshownProblems(
  problems: readonly PlacedIssue[],
  shared: SharedSections,
  item: ItemSections | null,
): readonly PlacedIssue[] {
  const whole: readonly Path[] = [
    ...[...shared.lists, ...(item?.lists ?? [])].map(({ path }) => path),
    ...[shared.aliases, item?.aliases].flatMap((list) => (list?.isThere ? [list.path] : [])),
    ...[shared.classes, item?.classes].flatMap((group) => (group == null ? [] : ofClasses(group))),
    ...(item?.classNames == null ? [] : [item.classNames.path]),
    ...(item?.gates ?? []).flatMap(({ gates }) => gates.map(({ path }) => path)),
  ];
  const exact: readonly Path[] = [
    shared.classes.path,
    ...(item?.classes == null ? [] : [item.classes.path]),
    ...(item?.gates ?? []).map(({ path }) => path),
  ];
  return problems.filter(({ path }) => {
    if (path === null) return true;
    if (whole.some((above) => isBelow(path, above))) return false;
    return !exact.some((shownPath) => shownPath.length === path.length && isBelow(path, shownPath));
  });
}

function ofClasses({ classes }: ClassGroup): readonly Path[] {
  return classes.flatMap(({ path, members }) => [members.path, [...path, 'name']]);
}
