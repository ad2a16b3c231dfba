import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReportEntry } from '#core';
import type { Item } from '../data/items.ts';
import { formatRoute, type Route } from './route.ts';
import { replaceHash, visitHash } from './use-hash.ts';

/** How routes are written in addresses and visited: in the hash of a file, or in the path of the web app. */
export interface Addresses {
  readonly format: (route: Route, items: readonly Item[]) => string;
  /** Goes to an address without an entry in the history: for what keys and typing change. */
  readonly replace: (href: string) => void;
  /** Goes to an address; Back returns. */
  readonly visit: (href: string) => void;
  /** The whole trace of an entry, where it can be opened. */
  readonly trace?: (item: number, entry: EntryName) => string;
  /** The editor of a suite at a test or an eval, where suites can be edited. */
  readonly editor?: (of: SuiteItem, part: SuitePart | null) => string;
  /** The view that tries other descriptions of two tools. */
  readonly trial?: (of: SuiteItem, expected: string, called: string) => string;
}

/** A test or an eval of a suite. */
export interface SuiteItem {
  readonly suite: string;
  readonly kind: 'test' | 'eval';
  readonly name: string;
}

/** What the editor shows first: `gate:tool_name_match`. */
export type SuitePart = `${'gate' | 'class' | 'tool'}:${string}`;

type EntryName = Pick<ReportEntry, 'place' | 'id' | 'isNamed'>;

const IN_HASH: Addresses = { format: formatRoute, replace: replaceHash, visit: visitHash };

export const AddressContext: ReturnType<typeof createContext<Addresses>> = createContext(IN_HASH);

export function useAddresses(): Addresses {
  return useContext(AddressContext);
}
