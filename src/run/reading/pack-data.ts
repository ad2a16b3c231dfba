/** The form of packed data; another form is not read. */
const FORM = 'whichtool-data-1:';

/** The only key of an object that represents a value without a form in JSON. */
const TAG = '$';

const ARRAYS = { Uint8Array, Int32Array, Uint32Array, Float64Array, BigInt64Array, BigUint64Array };
type ArrayName = keyof typeof ARRAYS;
type Tagged = readonly [kind: string, value?: unknown];

/** Plain data as JSON, for another process: what threads pass to each other, with maps, sets and arrays of numbers. */
export function packData(data: unknown): string {
  return FORM + JSON.stringify(toJson(data));
}

/** The data of a text; undefined where the text is damaged or has another form. It never runs code. */
export function unpackData(text: string): unknown {
  if (!text.startsWith(FORM)) return undefined;
  try {
    return fromJson(JSON.parse(text.slice(FORM.length)));
  } catch {
    return undefined;
  }
}

function toJson(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : tag('number', text(value));
    case 'bigint':
      return tag('bigint', String(value));
    case 'undefined':
      return tag('undefined');
    case 'object':
      return value === null ? null : objectToJson(value);
    default:
      throw new TypeError(`a ${typeof value} is not data`);
  }
}

function objectToJson(value: object): unknown {
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) return tag('map', [...value].map(toJson));
  if (value instanceof Set) return tag('set', [...value].map(toJson));
  if (ArrayBuffer.isView(value)) return arrayToJson(value);
  const entries = Object.entries(value).map(([key, its]) => [key, toJson(its)] as const);
  if (Object.hasOwn(value, TAG)) return tag('object', entries);
  return Object.fromEntries(entries);
}

function arrayToJson({ buffer, byteOffset, byteLength, constructor }: ArrayBufferView): unknown {
  const { name } = constructor;
  if (!isArrayName(name)) throw new TypeError(`a ${name} is not packed`);
  return tag(name, Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64'));
}

function tag(...tagged: Tagged): unknown {
  return { [TAG]: tagged };
}

/** A number that JSON has no form for. */
function text(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function fromJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(fromJson);
  const tagged = (value as { readonly [TAG]?: unknown })[TAG];
  return tagged === undefined ? fromEntries(Object.entries(value)) : fromTagged(tagged as Tagged);
}

/** An own property for each entry, also for `__proto__`. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries.map(([key, its]) => [key, fromJson(its)]));
}

function fromTagged([kind, value]: Tagged): unknown {
  switch (kind) {
    case 'number':
      return Number(value);
    case 'bigint':
      return BigInt(value as string);
    case 'undefined':
      return undefined;
    case 'map':
      return new Map(fromJson(value) as [unknown, unknown][]);
    case 'set':
      return new Set(fromJson(value) as unknown[]);
    case 'object':
      return fromEntries(value as [string, unknown][]);
    default:
      return arrayFrom(kind, value as string);
  }
}

function arrayFrom(name: string, base64: string): unknown {
  if (!isArrayName(name)) throw new TypeError('the data has an unknown form');
  const { buffer, byteOffset, byteLength } = Buffer.from(base64, 'base64');
  return new ARRAYS[name](buffer.slice(byteOffset, byteOffset + byteLength));
}

function isArrayName(name: string): name is ArrayName {
  return Object.hasOwn(ARRAYS, name);
}
