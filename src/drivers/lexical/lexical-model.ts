import { ToolRelevance, type WeightedText } from '#core';
import type { ChatCall, ChatMessage, ChatModel, ChatRequest, ChatTool } from '../chat.ts';
import { unsendable } from '../models/wire.ts';
import { chooseTools } from './choose-tools.ts';
import { fillArguments } from './fill-arguments.ts';

/** The id under which its answers are recorded. A change of what it picks makes it another model. */
export const LEXICAL_MODEL_ID = 'lexical-1';

/** What must be said beside every result of it. */
export const LEXICAL_NOTE =
  'lexical picks tools by the words of their names and descriptions: a floor, not your agent';

/** How much earlier messages of the user count beside the last one. */
const EARLIER = 0.2;

/** An agent without a model: picks tools by text relevance. No key, no network, the same picks everywhere. */
export function lexicalModel(): ChatModel {
  // All runs of an agent are offered the same list; it is read once.
  const indexes = new WeakMap<readonly ChatTool[], ToolRelevance>();
  const indexOf = (tools: readonly ChatTool[]): ToolRelevance => {
    const index = indexes.get(tools) ?? new ToolRelevance(tools);
    indexes.set(tools, index);
    return index;
  };
  return {
    answer: async (request, signal) => {
      signal.throwIfAborted();
      const place = request.messages.findIndex(
        (message) => message.role === 'user' && message.parts,
      );
      if (place >= 0) throw unsendable(place, 'an image, which lexical cannot see');
      const { text, calls } = decide(request, indexOf);
      return {
        model: LEXICAL_MODEL_ID,
        text,
        calls,
        usage: null,
        raw: null,
        exchange: {
          request: { model: LEXICAL_MODEL_ID, text: lastOf(request.messages)?.text ?? '' },
          response: { text, calls: calls.map((call) => ({ ...call })) },
        },
      };
    },
  };
}

interface Decision {
  readonly text: string;
  readonly calls: readonly ChatCall[];
}

function decide(
  request: ChatRequest,
  indexOf: (tools: readonly ChatTool[]) => ToolRelevance,
): Decision {
  const { messages, tools, toolChoice } = request;
  if (messages.at(-1)?.role === 'tool') return { text: describeResults(messages), calls: [] };
  const nothing = { text: 'No tool fits this request.', calls: [] };
  const last = lastOf(messages);
  if (last === undefined || toolChoice === 'none' || tools.length === 0) return nothing;
  const texts = userTexts(messages);
  const asked = { text: last.text, texts };
  const turn = messages.filter(({ role }) => role === 'assistant').length + 1;
  const picked =
    typeof toolChoice === 'object'
      ? tools
          .filter(({ name }) => name === toolChoice.tool)
          .map((tool) => ({ tool, text: last.text }))
      : chooseTools(tools, indexOf(tools), asked, {
          isRequired: toolChoice === 'required',
          most: request.parallelCalls === false ? 1 : null,
        });
  if (picked.length === 0) return nothing;
  const calls = picked.map(({ tool, text }, index) => ({
    id: `call_${turn}_${index + 1}`,
    name: tool.name,
    arguments: JSON.stringify(fillArguments(tool, text)),
  }));
  return { text: '', calls };
}

/** What came of the calls since the user last spoke. */
function describeResults(messages: readonly ChatMessage[]): string {
  const since = messages.findLastIndex(({ role }) => role === 'user');
  const results = messages
    .slice(since + 1)
    .flatMap((message) => (message.role === 'tool' ? [message] : []));
  const names = (isError: boolean): string =>
    results.flatMap((result) => (result.isError === isError ? [result.name] : [])).join(', ');
  const parts = [
    names(false) === '' ? '' : `Called ${names(false)}.`,
    names(true) === '' ? '' : `Failed: ${names(true)}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function lastOf(messages: readonly ChatMessage[]): { readonly text: string } | undefined {
  return messages.findLast(({ role }) => role === 'user');
}

/** What the user said: the last message whole, those before a little. */
function userTexts(messages: readonly ChatMessage[]): WeightedText[] {
  const said = messages.filter(({ role }) => role === 'user');
  return said.map(({ text }, index) => ({ text, weight: index === said.length - 1 ? 1 : EARLIER }));
}
