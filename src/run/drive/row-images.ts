import { dirname, isAbsolute, resolve } from 'node:path';
import { isJsonObject, isSourceUrl, type Json, type JsonObject } from '#core';
import type { ChatImage } from '#drivers';
import { insideRoot } from '#platform';
import { readImage } from './read-image.ts';
import { imageAt } from './read-parts.ts';

/** What all images of one dataset may have together: they are in memory until their runs are made. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;
const MAX_PER_ROW = 50;
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** What is wrong with a row, and where. */
export interface RowFault {
  readonly pointer: string;
  readonly message: string;
}

/** The input of a row with its images in place of their paths, or why that cannot be. */
export type RowInput =
  | { readonly input: Json | undefined; readonly images: readonly ChatImage[] }
  | RowFault;

/** Reads the images that rows of a dataset name by their path, relative to the folder of the dataset and inside of it. */
export class RowImages {
  /** Null where the dataset is not a file. */
  readonly #folder: string | null;
  readonly #limit: number;
  readonly #known = new Map<string, ChatImage | string>();
  #bytes = 0;

  constructor(dataset: string, limit: number = MAX_TOTAL_BYTES) {
    this.#folder = isSourceUrl(dataset) ? null : dirname(resolve(dataset));
    this.#limit = limit;
  }

  /** The images of the column `images`, and those in the messages of the input. */
  async read({ input, images: column = null }: JsonObject): Promise<RowInput> {
    const images: ChatImage[] = [];
    const list = column === null ? [] : Array.isArray(column) ? column : [column];
    if (list.length > MAX_PER_ROW)
      return { pointer: '/images', message: `a row has at most ${MAX_PER_ROW} images` };
    for (const [index, path] of (list as readonly Json[]).entries()) {
      const pointer = Array.isArray(column) ? `/images/${index}` : '/images';
      if (typeof path !== 'string') return { pointer, message: 'an image is named by its path' };
      const image = await this.#imageAt(path);
      if (typeof image === 'string') return { pointer, message: image };
      images.push(image);
    }
    const fault = { pointer: '', message: '' };
    const filled = await this.#fill(input ?? null, '/input', fault);
    if (fault.message !== '') return fault;
    return { input: input === undefined ? undefined : filled, images };
  }

  /** The messages of an input with images in place of paths; the first that cannot be read is the fault. */
  async #fill(value: Json, at: string, fault: { pointer: string; message: string }): Promise<Json> {
    if (Array.isArray(value)) {
      const items: Json[] = [];
      for (const [index, item] of (value as readonly Json[]).entries())
        items.push(await this.#fill(item, `${at}/${index}`, fault));
      return items;
    }
    if (!isJsonObject(value)) return value;
    const path = pathOf(value);
    if (path !== null) {
      const image = await this.#imageAt(path);
      if (typeof image === 'string') {
        if (fault.message === '') Object.assign(fault, { pointer: at, message: image });
        return value;
      }
      return encodeSource(image);
    }
    const { messages, content } = value;
    const key = messages === undefined ? 'content' : 'messages';
    const inner = messages ?? content;
    if (!Array.isArray(inner)) return value;
    return { ...value, [key]: await this.#fill(inner as Json, `${at}/${key}`, fault) };
  }

  async #imageAt(path: string): Promise<ChatImage | string> {
    if (HAS_SCHEME.test(path) && !isAbsolute(path)) return imageAt(path);
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const image = await this.#readAt(path);
    this.#known.set(path, image);
    return image;
  }

  async #readAt(path: string): Promise<ChatImage | string> {
    if (this.#folder === null) return 'is a path, and the dataset is not a file beside which it is';
    const full = resolve(this.#folder, path);
    if (isAbsolute(path) || !insideRoot(full, this.#folder))
      return `${path} is not inside the folder of the dataset`;
    const image = await readImage(full);
    if (typeof image === 'string') return `${path} ${image}`;
    this.#bytes += 'data' in image ? image.data.length : 0;
    return this.#bytes > this.#limit
      ? `the images of the dataset have more than ${this.#limit} bytes`
      : image;
  }
}

/** The path that a part of a message names: `{ type: image, path }`, or an address without a scheme. */
function pathOf({ type, path, image_url: url, source }: JsonObject): string | null {
  if (type === 'image' && typeof path === 'string') return path;
  const address =
    type === 'image_url' || type === 'input_image'
      ? isJsonObject(url ?? null)
        ? (url as JsonObject).url
        : url
      : type === 'image' && isJsonObject(source ?? null)
        ? (source as JsonObject).url
        : null;
  return typeof address === 'string' && !HAS_SCHEME.test(address) ? address : null;
}

function encodeSource(image: ChatImage): JsonObject {
  if ('url' in image) return { type: 'image', source: { type: 'url', url: image.url } };
  const { mediaType, data } = image;
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}
