import { isJsonObject, type Json, type JsonObject } from '#core';
import type { ChatImage, ChatPart } from '#drivers';

/** What the content of a message holds. */
export interface ReadParts {
  /** Its texts, one per line. */
  readonly text: string;
  /** Texts and images in order. */
  readonly parts: readonly ChatPart[];
  readonly images: readonly ChatImage[];
  /** Calls as Anthropic writes them (`tool_use`). */
  readonly calls: readonly JsonObject[];
  /** Results as Anthropic writes them (`tool_result`). */
  readonly results: readonly ReadResult[];
  /** The first part that has no meaning here, and its place behind the content. */
  readonly unknown: { readonly at: string; readonly message: string } | null;
}

interface ReadResult {
  readonly callId: string;
  readonly text: string;
  readonly isError: boolean;
}

const TEXTS: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text']);
const DATA_URL = /^data:([^;,]+);base64,(.*)$/s;

/** Reads the content of a message: text, or a list of parts. */
export function readParts(content: Json): ReadParts {
  const list = Array.isArray(content)
    ? (content as readonly Json[])
    : content === null
      ? []
      : [content];
  const parts: ChatPart[] = [];
  const calls: JsonObject[] = [];
  const results: ReadResult[] = [];
  let unknown: ReadParts['unknown'] = null;
  list.forEach((part, index) => {
    const at = Array.isArray(content) ? `/${index}` : '';
    const text = textOf(part);
    const image = isJsonObject(part) ? imageOf(part) : null;
    const result = isJsonObject(part) && part.type === 'tool_result' ? resultOf(part) : null;
    if (text !== null) parts.push({ type: 'text', text });
    else if (image !== null) parts.push(image);
    else if (isJsonObject(part) && part.type === 'tool_use') calls.push(part);
    else if (result !== null) results.push(result);
    else {
      const type = isJsonObject(part) ? (part.type ?? null) : typeof part;
      unknown ??= {
        at,
        message: `a part of type ${JSON.stringify(type)} cannot be sent to a model`,
      };
    }
  });
  return {
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
    parts,
    images: parts.filter((part) => part.type === 'image'),
    calls,
    results,
    unknown,
  };
}

function textOf(part: Json): string | null {
  if (typeof part === 'string') return part;
  if (!isJsonObject(part) || typeof part.text !== 'string') return null;
  return part.type === undefined || TEXTS.has(part.type) ? part.text : null;
}

/** An image as OpenAI (`image_url`, `input_image`) or Anthropic (`image`) writes it. */
function imageOf({ type, image_url: url, source }: JsonObject): ChatImage | null {
  if (type === 'image_url' || type === 'input_image') {
    const address = isJsonObject(url ?? null) ? (url as JsonObject).url : url;
    return typeof address === 'string' ? imageAt(address) : null;
  }
  if (type !== 'image' || !isJsonObject(source ?? null)) return null;
  const { type: kind, media_type: mediaType, data, url: address } = source as JsonObject;
  if (kind === 'url' && typeof address === 'string') return imageAt(address);
  return kind === 'base64' && typeof mediaType === 'string' && typeof data === 'string'
    ? { type: 'image', mediaType, data }
    : null;
}

/** An image by its address, which may contain it. */
export function imageAt(url: string): ChatImage {
  const [, mediaType, data] = DATA_URL.exec(url) ?? [];
  return mediaType === undefined || data === undefined
    ? { type: 'image', url }
    : { type: 'image', mediaType, data };
}

/** Null for a result that holds more than text. */
function resultOf({
  tool_use_id: id,
  content = null,
  is_error: isError,
}: JsonObject): ReadResult | null {
  const { text, parts, calls, results, unknown, images } = readParts(content);
  const isText = parts.length + calls.length + results.length === parts.length - images.length;
  if (!isText || unknown !== null) return null;
  return { callId: typeof id === 'string' ? id : '', text, isError: isError === true };
}
