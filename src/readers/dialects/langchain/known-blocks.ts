import { isJsonObject, type Json, type JsonObject } from '#core';
import { findUnknown } from '../../messages/unknown-parts.ts';
import { CALL_BLOCKS, isRanType, isResultType } from './read-calls.ts';

/** Blocks of an answer that are not calls: of LangChain, and of providers whose blocks it passes on. */
const HARMLESS: ReadonlySet<string> = new Set([
  'text',
  'text-plain',
  'text_delta',
  'output_text',
  'refusal',
  'reasoning',
  'reasoning_content',
  'reasoningContent',
  'thinking',
  'redacted_thinking',
  'summary_text',
  'citation',
  'citations_content',
  'search_result',
  'compaction',
  'non_standard',
  'fallback',
  'container_upload',
  'mcp_list_tools',
  'mcp_tool_listing',
  'guard_content',
  'guardContent',
  'cache_point',
  'cachePoint',
  'image',
  'image_url',
  'audio',
  'video',
  'file',
  'media',
  'document',
  // Pieces of calls that `tool_call_chunks` have, too.
  'tool_call_chunk',
  'server_tool_call_chunk',
  'input_json_delta',
]);

/** The unknown types of blocks of an answer. LlamaIndex has similar messages, with `blocks`. */
export function findUnknownBlocks({ content, blocks }: JsonObject): readonly string[] {
  return [
    ...findUnknown(unwrapBlocks(content), isKnownBlock),
    ...findUnknown(blocks, (type) => HARMLESS.has(type)),
  ];
}

/** A provider-specific block is wrapped in a block without further information. */
function unwrapBlocks(content: Json | undefined): Json | undefined {
  if (!Array.isArray(content)) return content;
  return content.map((block: Json) =>
    isJsonObject(block) && block.type === 'non_standard' && isJsonObject(block.value)
      ? block.value
      : block,
  );
}

/** Whether a type of blocks is known. */
export function isKnownBlock(type: string): boolean {
  return HARMLESS.has(type) || CALL_BLOCKS.includes(type) || isRanType(type) || isResultType(type);
}
