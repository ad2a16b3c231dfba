// LangChain messages (Python and JS, 0.1 to 1.x) and LangGraph states, threads and checkpoints.
import { isJsonObject, type Json } from '#core';
import type { TraceFormat } from '../../trace-format.ts';
import { HistoryAssembler } from './history-assembler.ts';
import { isSavedState, readState } from './state.ts';
import { unwrapMessage } from '../../dialects/langchain/unwrap-message.ts';

/** LangChain messages: histories of agents, LangGraph states, or single messages. */
export const langchainFormat: TraceFormat = {
  id: 'langchain',
  title: 'LangChain / LangGraph messages',
  joinsFiles: false,
  sniff: (record) => {
    if (unwrapMessage(record) !== null) return 'part';
    return isJsonObject(record) && isSavedState(record) ? 'run' : hasOwnMessages(record);
  },
  open: (output) => new HistoryAssembler(output),
};

/** How many messages are looked at: a history may begin with some in another dialect. */
const LOOKED_AT = 16;

function hasOwnMessages(record: Json): 'run' | 'none' {
  const messages = readState(record)?.messages.slice(0, LOOKED_AT);
  return messages?.some((message) => unwrapMessage(message) !== null) === true ? 'run' : 'none';
}
