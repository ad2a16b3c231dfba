import { type EntryFilter, FAILURE_MODES } from '#core';
import { readChoice } from '../http/page-query.ts';
import { Problem } from '../http/problem.ts';
import type { EntryName } from './entry-pages.ts';

const SHOWN = ['fail', 'error', 'inconclusive', 'pass', 'all'] as const;
const CHANGES = ['worse', 'better'] as const;

/** The filter of a query: the names are those of the page's address. */
export function readFilter(query: URLSearchParams): EntryFilter {
  return {
    show: readChoice(query, 'show', SHOWN) ?? null,
    query: query.get('q') ?? '',
    mode: readChoice(query, 'mode', FAILURE_MODES) ?? null,
    expected: query.get('expected'),
    called: query.get('called'),
    tool: query.get('tool'),
    changed: readChoice(query, 'changed', CHANGES) ?? null,
  };
}

/** The entry that a query names: by its id, or by its place counted from 1. */
export function readName(query: URLSearchParams): EntryName {
  const at = query.get('at');
  if (at !== null && /^[1-9]\d{0,8}$/.test(at)) return { place: Number(at) - 1 };
  const id = query.get('case') ?? query.get('run');
  if (id === null) throw new Problem(400, 'a case is called by its id, case=…, or its place, at=1');
  return { id };
}
