import type { CallStatus, Json } from '#core';
import type { ShownCall } from '../../components/conversation/call-view.tsx';
import { asText, memberOf, textMember } from './member.ts';

const STATUSES: readonly CallStatus[] = ['ok', 'error', 'denied', 'missing'];

/** A call as it is shown, whatever its format calls the parts; null where a value is not a call. */
function shownCall(call: Json): ShownCall | null {
  const made = memberOf(call, 'function') ?? call;
  const name = textMember(made, 'name', 'tool', 'call', 'expected_tool');
  if (name === undefined) return null;
  const server = textMember(call, 'server');
  const result = memberOf(call, 'result');
  return {
    tool: server === undefined ? name : `${server}.${name}`,
    arguments: memberOf(made, 'arguments', 'args', 'expected_args', 'input'),
    status: STATUSES.find((status) => status === textMember(call, 'status')),
    requester: textMember(call, 'requester'),
    result: result === undefined ? undefined : asText(result),
  };
}

/** The same, with what is not a call shown as JSON. */
export function anyCall(call: Json): ShownCall {
  return shownCall(call) ?? { tool: '(not a call)', arguments: call };
}
