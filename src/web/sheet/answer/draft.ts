import { canonicalJson, type Json } from '#core';
import type { ArgumentsDraft } from '../form/check-arguments.ts';

/** One expected call while it is chosen. */
export interface CallDraft {
  /** The acceptable tools, as a label names them; the first is the one whose arguments are typed in. */
  readonly tools: readonly Json[];
  /** Arguments by tool: choosing another tool loses nothing that was typed. */
  readonly arguments: readonly {
    readonly tool: string;
    readonly draft: ArgumentsDraft;
  }[];
}

/** What a reviewer has chosen and typed for one case. */
export interface Draft {
  /** No tool should be called. */
  readonly isNone: boolean;
  readonly calls: readonly CallDraft[];
  /** The call that keys and form change. */
  readonly active: number;
  /** `1`, `0.5` or `0`, of the whole or by the rubric. */
  readonly rating: string | null;
  /** Statements that are true of the answer, or not, by id. */
  readonly met: readonly { readonly id: string; readonly isMet: boolean }[];
  readonly clause: string;
  readonly rationale: string;
  readonly isUnsure: boolean;
}

export const EMPTY_DRAFT: Draft = {
  isNone: false,
  calls: [],
  active: 0,
  rating: null,
  met: [],
  clause: '',
  rationale: '',
  isUnsure: false,
};

const NO_ARGUMENTS: ArgumentsDraft = { view: 'form', tree: null };

/** A tool of the list as a label names it: one that is called none needs another spelling. */
export function toolChoice(name: string): Json {
  return name === 'none' ? { tool: 'none' } : name;
}

/** Two spellings of a tool in a label have the same key. */
export function toolKey(tool: Json): string {
  return canonicalJson(tool);
}

/** The call that keys and form change; undefined where nothing is chosen. */
export function activeCall(draft: Draft): CallDraft | undefined {
  return draft.calls[draft.active];
}

/** Whether a tool is among the acceptable ones of the active call. */
export function isChosen(draft: Draft, tool: Json): boolean {
  return activeCall(draft)?.tools.some((chosen) => toolKey(chosen) === toolKey(tool)) ?? false;
}

/** The draft with one tool for the active call. */
export function chooseTool(draft: Draft, tool: Json): Draft {
  return changeCall(draft, (call) => ({ ...call, tools: [tool] }));
}

/** The draft with one more acceptable tool, or one less. */
export function chooseAlso(draft: Draft, tool: Json): Draft {
  if (!isChosen(draft, tool))
    return changeCall(draft, (call) => ({ ...call, tools: [...call.tools, tool] }));
  const rest = activeCall(draft)?.tools.filter((chosen) => toolKey(chosen) !== toolKey(tool)) ?? [];
  return rest.length === 0
    ? removeCall(draft)
    : changeCall(draft, (call) => ({ ...call, tools: rest }));
}

/** The draft that expects no call; what was typed for calls stays for an undo alone. */
export function chooseNone(draft: Draft): Draft {
  return { ...draft, isNone: true, calls: [], active: 0 };
}

/** The draft with one more expected call, which has no tool yet. */
export function addCall(draft: Draft): Draft {
  const calls = [...draft.calls.filter(({ tools }) => tools.length > 0), NEW_CALL];
  return { ...draft, isNone: false, calls, active: calls.length - 1 };
}

const NEW_CALL: CallDraft = { tools: [], arguments: [] };

/** The draft without its active call. */
export function removeCall(draft: Draft): Draft {
  const calls = draft.calls.toSpliced(draft.active, 1);
  return { ...draft, calls, active: Math.max(0, Math.min(draft.active, calls.length - 1)) };
}

/** The arguments that are typed in for a call, by its first tool. */
export function argumentsOf(call: CallDraft): ArgumentsDraft {
  const [tool] = call.tools;
  if (tool === undefined) return NO_ARGUMENTS;
  return call.arguments.find((argument) => argument.tool === toolKey(tool))?.draft ?? NO_ARGUMENTS;
}

/** The draft with other arguments of the active call. */
export function withArguments(draft: Draft, args: ArgumentsDraft): Draft {
  return changeCall(draft, (call) => {
    const [tool] = call.tools;
    if (tool === undefined) return call;
    const others = call.arguments.filter((argument) => argument.tool !== toolKey(tool));
    return { ...call, arguments: [...others, { tool: toolKey(tool), draft: args }] };
  });
}

/** The draft with a statement met or not. */
export function withMet(draft: Draft, id: string, isMet: boolean): Draft {
  return { ...draft, met: [...draft.met.filter((mark) => mark.id !== id), { id, isMet }] };
}

function changeCall(draft: Draft, change: (call: CallDraft) => CallDraft): Draft {
  const calls = draft.calls.length === 0 ? [NEW_CALL] : draft.calls;
  const active = Math.min(draft.active, calls.length - 1);
  const changed = calls.map((call, place) => (place === active ? change(call) : call));
  return { ...draft, isNone: false, calls: changed, active };
}
