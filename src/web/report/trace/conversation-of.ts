import type { ReportEntry, RunEvidence, WholeCall } from '#core';
import type { ShownCall } from '../../components/conversation/call-view.tsx';
import type { ConversationItem } from '../../components/conversation/conversation.tsx';
import { isComplaint, toneOfCall } from './call-words.ts';
import { isOf, pairCalls } from './pair-calls.ts';

interface Placed {
  readonly at: number;
  readonly item: ConversationItem;
}

/** Within an answer of the model: its words, its calls, what they returned, what was said after that. */
const ORDER = { assistant: 0, calls: 1, tool: 2, user: 3, system: 3 } as const;
/** Calls whose answer is not recorded come after all that is. */
const UNKNOWN_TURN = 1_000_000;

/** A run as it is read: what was said, calls at the answer that made them, what was expected instead, the answer. */
export function conversationOf(entry: ReportEntry): readonly ConversationItem[] {
  const { evidence } = entry;
  if (evidence === null) return callItems(entry, null).map(({ item }) => item);
  const placed: Placed[] = [...saidItems(evidence), ...callItems(entry, evidence)];
  const items = placed.sort((a, b) => a.at - b.at).map(({ item }) => item);
  if (evidence.answer !== undefined)
    items.push({ kind: 'said', role: 'assistant', text: evidence.answer });
  return items;
}

function saidItems({ said = [], question, asked = 0 }: RunEvidence): Placed[] {
  const items = said.map(({ role, text, turn }): Placed => ({
    at: turn * 4 + ORDER[role],
    item: { kind: 'said', role, text },
  }));
  if (question !== undefined)
    items.push({
      at: asked * 4 + ORDER.user,
      item: { kind: 'said', role: 'user', text: question },
    });
  return items;
}

function callItems(entry: ReportEntry, evidence: RunEvidence | null): Placed[] {
  const { expected, absent } = pairCalls(entry);
  const shown = evidence?.calls === undefined ? callsOfFindings(entry) : [];
  const calls: readonly (ShownCall & { readonly turn?: number | undefined })[] =
    evidence?.calls?.map((call, i) => ({
      tool: call.tool,
      arguments: call.arguments,
      expected: expected[i] ?? undefined,
      status: call.status,
      requester: call.requester,
      result: call.result,
      notes: notesOf(entry, i + 1),
      durationMs: (call as WholeCall).durationMs,
      turn: call.turn,
      ...(call.verdict === undefined
        ? toneOfCall(isMet(entry, i, expected[i] ?? null) ? 'hit' : undefined)
        : toneOfCall(call.verdict)),
    })) ?? shown;
  const groups: { at: number; turn: number | undefined; calls: ShownCall[] }[] = [];
  for (const [i, { turn, ...call }] of calls.entries()) {
    const last = groups.at(-1);
    if (turn !== undefined && last?.turn === turn) last.calls.push(call);
    else groups.push({ at: (turn ?? UNKNOWN_TURN + i) * 4 + ORDER.calls, turn, calls: [call] });
  }
  const items = groups.map(({ at, calls: group }): Placed => ({
    at,
    item: { kind: 'calls', calls: group },
  }));
  if (absent.length === 0) return items;
  const wrong = groups.find(({ calls: group }) => group.some(({ tone }) => tone === 'wrong'));
  const instead: ConversationItem = {
    kind: 'expected',
    calls: absent.map((call) => ({
      ...call,
      words: 'expected, not called',
      tone: 'absent',
      notes: hintsOf(entry, call.tool),
    })),
  };
  return [...items, { at: (wrong?.at ?? groups.at(-1)?.at ?? UNKNOWN_TURN) + 0.5, item: instead }];
}

/** Whether a call without a complaint is one that was expected. */
function isMet({ findings }: ReportEntry, place: number, expected: object | null): boolean {
  const isHit = findings.calls.some(({ call, verdict }) => call === place + 1 && verdict === 'hit');
  return isHit || expected !== null;
}

/** Why scorers say that something was missed. */
function hintsOf({ findings }: ReportEntry, tool: string): readonly string[] {
  const misses = findings.misses.filter(({ judged, expected }) => !judged && isOf(expected, tool));
  return [...new Set(misses.flatMap(({ hint }) => (hint === undefined ? [] : [hint])))];
}

/** What scorers say about a call, each sentence once. */
function notesOf({ findings }: ReportEntry, call: number): readonly string[] {
  const hints = findings.calls.filter(
    (finding) => finding.call === call && isComplaint(finding.verdict),
  );
  return [...new Set(hints.flatMap(({ hint }) => (hint === undefined ? [] : [hint])))];
}

/** The calls that scorers speak of, where a report has no others. */
function callsOfFindings({ findings }: ReportEntry): readonly ShownCall[] {
  const calls = new Map<number, ShownCall>();
  for (const { call, tool, verdict, arguments: text, hint } of findings.calls) {
    const known = calls.get(call);
    const isWorse = known?.tone !== 'wrong' && isComplaint(verdict);
    const notes = [...(known?.notes ?? []), ...(hint === undefined ? [] : [hint])];
    calls.set(call, {
      ...known,
      tool,
      ...(text === undefined ? {} : { argumentText: text }),
      ...(known === undefined || isWorse ? toneOfCall(verdict) : {}),
      notes,
    });
  }
  return [...calls].sort(([a], [b]) => a - b).map(([, call]) => call);
}
