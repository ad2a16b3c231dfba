import type { CodeWith } from '../issues/code-table.ts';
import type { JSON_CODES } from '../issues/codes/core.ts';
import type { Json } from './json.ts';

/** Why a text is not the JSON we accept. */
export type JsonFaultCode = CodeWith<typeof JSON_CODES>;

/** What is wrong with a text; `offset` counts UTF-16 units and equals the text's length when it ends too early. */
export interface JsonFault {
  readonly ok: false;
  readonly code: JsonFaultCode;
  readonly message: string;
  readonly hint?: string;
  readonly offset: number;
}

/** A JSON value, or the first thing that is wrong with the text. */
export type ParsedJson = { readonly ok: true; readonly value: Json } | JsonFault;

/** How deep lists and objects may be nested. */
export const MAX_JSON_DEPTH = 128;
