import type { Decimal } from '../json/decimal.ts';
import { compareText } from '../text/compare-text.ts';
import { formatTool, type ToolRef } from '../trace/trace.ts';
import { type AlignedTool, alignTools } from './align-tools.ts';
import { callShareOf, compareCallShares } from './call-shares.ts';
import { compareShares, type SharePair } from './compare-shares.ts';
import type { ToolDrift } from './drift-report.ts';
import type { PileSums } from './pile-sums.ts';

/** How the use of each tool changed, the surest change first; none where a pile has no run. */
export function compareToolUse(
  before: PileSums,
  after: PileSums,
  minChange: Decimal,
): readonly ToolDrift[] {
  if (before.runs === 0 || after.runs === 0) return [];
  const aligned = alignTools(before, after);
  const pairs = aligned.map((tool): SharePair => ({
    before: { k: tool.before?.runs ?? 0, n: before.runs },
    after: { k: tool.after?.runs ?? 0, n: after.runs },
  }));
  const [offeredBefore, offeredAfter] = [offersOf(before), offersOf(after)];
  const drifts = compareShares(pairs, minChange).map((change, at): ToolDrift => {
    const tool = aligned[at] as AlignedTool;
    return {
      tool: formatTool(tool.tool),
      presence: tool.before === null ? 'new' : tool.after === null ? 'gone' : 'both',
      ...change,
      calls: compareCallShares(callShareOf(tool.before, before), callShareOf(tool.after, after)),
      offered: { before: offeredBefore(tool.tool), after: offeredAfter(tool.tool) },
      hallucinated: {
        before: before.withoutOffers > 0 ? null : (tool.before?.hallucinated ?? 0),
        after: after.withoutOffers > 0 ? null : (tool.after?.hallucinated ?? 0),
      },
      where: { before: tool.before?.where ?? null, after: tool.after?.where ?? null },
    };
  });
  return drifts.sort(
    (a, b) =>
      a.p - b.p || Math.abs(b.difference) - Math.abs(a.difference) || compareText(a.tool, b.tool),
  );
}

/** How many runs offered a tool; null where some run does not record it. A server that either side leaves out is not held against it. */
function offersOf({ tools, withoutOffers }: PileSums): (tool: ToolRef) => number | null {
  if (withoutOffers > 0) return () => null;
  const byName = new Map<string, { readonly server: string | null; readonly runs: number }[]>();
  for (const { tool, offered } of tools.all()) {
    if (offered === 0) continue;
    const offers = byName.get(tool.name) ?? [];
    offers.push({ server: tool.server, runs: offered });
    byName.set(tool.name, offers);
  }
  return ({ server, name }) => {
    const same = (byName.get(name) ?? []).filter(
      (offer) => offer.server === server || offer.server === null || server === null,
    );
    return same.reduce((most, { runs }) => Math.max(most, runs), 0);
  };
}
