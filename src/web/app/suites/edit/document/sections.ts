import { isJsonObject, type Json, SCORERS } from '#core';
import type { Path } from '#schema';
import {
  type ClassGroup,
  classGroup,
  type ClassNames,
  classNames,
  type GateList,
  gateList,
  type ToolList,
  toolList,
  valueAt,
} from './editable.ts';

/** What can be edited for all tests and evals of a suite. */
export interface SharedSections {
  readonly classes: ClassGroup;
  readonly lists: readonly ToolList[];
  readonly aliases: AliasList;
}

/** What can be edited of one test or eval. */
export interface ItemSections {
  readonly path: Path;
  readonly classNames: ClassNames | null;
  readonly classes: ClassGroup | null;
  readonly lists: readonly ToolList[];
  readonly aliases: AliasList;
  readonly gates: readonly GateList[];
}

export interface AliasList {
  readonly path: Path;
  readonly isThere: boolean;
  readonly aliases: readonly { readonly from: string; readonly to: string; readonly path: Path }[];
}

export function sharedSections(document: Json | null): SharedSections {
  return {
    classes: classGroup(document, ['classes'], 'Classes'),
    lists: [
      toolList(document, ['neutral'], 'Neutral', 'calls of them count neither way'),
      toolList(document, ['forbidden'], 'Forbidden', 'must not be called'),
    ],
    aliases: aliasList(document, ['aliases']),
  };
}

/** The sections of a test or an eval; null where the text does not have it. */
export function itemSections(
  document: Json | null,
  kind: 'test' | 'eval',
  name: string,
): ItemSections | null {
  const path = findItem(document, kind, name);
  if (path === null) return null;
  const item = valueAt(document, path);
  const blocks = isJsonObject(item) ? Object.keys(item).filter((key) => SCORER_NAMES.has(key)) : [];
  const isTop = path.length === 0;
  const classPath = [...path, 'equal_function_sets', 'classes'];
  const written = valueAt(document, classPath);
  const isNames =
    Array.isArray(written) && (written as Json[]).some((member) => typeof member === 'string');
  const required = [...path, 'function_call_coverage', 'function_calls'];
  return {
    path,
    classNames: isNames ? classNames(document, classPath, 'Expected classes') : null,
    classes:
      written === undefined || (isNames && !(written as Json[]).some(isJsonObject))
        ? null
        : classGroup(document, classPath, 'Classes of this test'),
    lists: [
      ...(Array.isArray(valueAt(document, required))
        ? [toolList(document, required, 'Required calls')]
        : []),
      // Of a file that is one eval they are those of the suite.
      ...(isTop
        ? []
        : [
            toolList(document, [...path, 'neutral'], 'Neutral here', 'beside those of the suite'),
            toolList(
              document,
              [...path, 'forbidden'],
              'Forbidden here',
              'beside those of the suite',
            ),
          ]),
    ],
    aliases: isTop ? NO_ALIASES : aliasList(document, [...path, 'aliases']),
    gates: [
      ...blocks
        .map((block) => gateList(document, [...path, block, 'expect'], `Gates of ${block}`))
        .filter(({ isThere }) => isThere),
      gateList(document, [...path, 'expect'], 'Gates'),
    ],
  };
}

const SCORER_NAMES: ReadonlySet<string> = new Set(SCORERS.map(({ name }) => name));

const NO_ALIASES: AliasList = { path: [], isThere: false, aliases: [] };

function findItem(document: Json | null, kind: 'test' | 'eval', name: string): Path | null {
  const list = valueAt(document, [`${kind}s`]);
  if (Array.isArray(list)) {
    const at = (list as Json[]).findIndex((item) => isJsonObject(item) && item.name === name);
    return at === -1 ? null : [`${kind}s`, at];
  }
  // A file that is one eval.
  return kind === 'eval' && valueAt(document, ['dataset']) !== undefined ? [] : null;
}

function aliasList(document: Json | null, path: Path): AliasList {
  const value = valueAt(document, path);
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return {
    path,
    isThere: isJsonObject(value),
    aliases: entries.map(([from, to]) => ({
      from,
      to: typeof to === 'string' ? to : JSON.stringify(to),
      path: [...path, from],
    })),
  };
}
