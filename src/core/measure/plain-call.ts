import type { ToolCall, ToolRef } from '../trace/trace.ts';

/** A call of a tool, without anything else. */
export function plainCall({ server, name }: ToolRef): ToolCall {
  return {
    server,
    name,
    arguments: { state: 'absent' },
    id: null,
    requester: null,
    status: null,
  };
}
