import { type RedactionPolicy, Redactor } from '../redaction/index.ts';
import type { QuotedTool } from '../report/run-evidence.ts';
import { formatTool, type ToolSpec } from '../trace/trace.ts';
import { cutText, jsonBytes } from './json-bytes.ts';
import { MAX_NAME_BYTES } from './limits.ts';
import { pruneText } from './prune.ts';

/** The offered tools of a run. */
export type QuotedCatalog = readonly QuotedTool[];

/** The upper limits for one list, and for a description in it. */
const MAX_LIST_BYTES = 40_000;
const MAX_DESCRIPTION_BYTES = 300;

/** How many different lists are kept ready. */
const KEPT = 100;

/** Quotes lists of offered tools, equal ones once: most runs of a test are offered the same. */
export class CatalogQuotes {
  readonly #redactor: Redactor | null;
  readonly #hasTexts: boolean;
  readonly #known = new Map<string, QuotedCatalog>();

  constructor(policy: RedactionPolicy | null, hasTexts: boolean) {
    this.#redactor = policy === null ? null : new Redactor(policy, { numbered: false });
    this.#hasTexts = hasTexts;
  }

  /** The list as it is quoted. */
  quote(offered: readonly ToolSpec[]): QuotedCatalog {
    const key = keyOf(offered, this.#hasTexts);
    let quoted = this.#known.get(key);
    if (quoted !== undefined) return quoted;
    quoted = this.#quote(offered);
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(key, quoted);
    return quoted;
  }

  #quote(offered: readonly ToolSpec[]): QuotedCatalog {
    let left = MAX_LIST_BYTES;
    const quoted: QuotedTool[] = [];
    for (const spec of offered) {
      const tool = cutText(formatTool(spec), MAX_NAME_BYTES) ?? '...';
      const description = this.#describe(spec);
      const catalogTool = description === null ? { tool } : { tool, description };
      left -= jsonBytes(catalogTool) + 1;
      if (left < 0) break;
      quoted.push(catalogTool);
    }
    return quoted;
  }

  #describe({ description }: ToolSpec): string | null {
    if (!this.#hasTexts || description === null || description === '') return null;
    const start = pruneText(description);
    return cutText(this.#redactor?.text(start) ?? start, MAX_DESCRIPTION_BYTES);
  }
}

/** Texts follow their length, so nothing needs an escape. */
function keyOf(offered: readonly ToolSpec[], hasTexts: boolean): string {
  let key = '';
  for (const { server, name, description } of offered) {
    key += `${server?.length ?? -1} ${name.length} ${server}${name}`;
    if (hasTexts) key += `${description?.length ?? -1} ${description}`;
  }
  return key;
}
