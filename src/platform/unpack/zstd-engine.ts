import { ZSTDDecoder } from 'zstddec/stream';

/** What the compiled reference decoder offers. Addresses and sizes are 32-bit numbers. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  malloc(bytes: number): number;
  free(address: number): void;
  ZSTD_createDCtx(): number;
  ZSTD_freeDCtx(context: number): number;
  ZSTD_decompressStream(context: number, output: number, input: number): number;
}

const INPUT_BYTES = 64 * 1024;
const OUTPUT_BYTES = 128 * 1024;
/** Two descriptions of a buffer, each three numbers: address, size, position. */
const DESCRIPTION_BYTES = 12;
/** Results from here on are error codes. */
const FIRST_ERROR = 0xff_ff_ff_00;

let loading: Promise<Exports> | null = null;

/** The package's own loop over the decoder cannot distinguish an error from a pause, so only its engine is used. */
function load(): Promise<Exports> {
  loading ??= new Promise((resolve, reject) => {
    class Engine extends ZSTDDecoder {
      override _init(result: Parameters<ZSTDDecoder['_init']>[0]): void {
        super._init(result);
        resolve(
          (result as { readonly instance: { readonly exports: unknown } }).instance
            .exports as Exports,
        );
      }
    }
    new Engine().init().catch(reject);
  });
  return loading;
}

/** Unpacks one stream of Zstandard frames; the caller closes it. */
export class ZstdEngine {
  /** How many packed bytes were taken. */
  offset = 0;
  /** Whether the stream may end here: not inside a frame. */
  isComplete = true;
  isDamaged = false;
  readonly #exports: Exports;
  readonly #context: number;
  readonly #memory: number;

  private constructor(exports: Exports) {
    this.#exports = exports;
    this.#context = exports.ZSTD_createDCtx();
    this.#memory = exports.malloc(2 * DESCRIPTION_BYTES + INPUT_BYTES + OUTPUT_BYTES);
  }

  static async open(): Promise<ZstdEngine> {
    return new ZstdEngine(await load());
  }

  /** Unpacks on, piece by piece; stops where the bytes are damaged. */
  *push(packed: Buffer): Generator<Buffer> {
    for (let at = 0; at < packed.length && !this.isDamaged; at += INPUT_BYTES)
      yield* this.#unpack(packed.subarray(at, at + INPUT_BYTES));
  }

  close(): void {
    this.#exports.free(this.#memory);
    this.#exports.ZSTD_freeDCtx(this.#context);
  }

  *#unpack(packed: Buffer): Generator<Buffer> {
    const { memory } = this.#exports;
    const output = this.#memory;
    const input = output + DESCRIPTION_BYTES;
    const inputBytes = input + DESCRIPTION_BYTES;
    const outputBytes = inputBytes + INPUT_BYTES;
    new Uint8Array(memory.buffer).set(packed, inputBytes);
    let position = 0;
    let written = 0;
    // It may hold back what finds no room, even when it has taken all of its input.
    while (position < packed.length || written === OUTPUT_BYTES) {
      describe(memory.buffer, input, [inputBytes, packed.length, position]);
      describe(memory.buffer, output, [outputBytes, OUTPUT_BYTES, 0]);
      const result = this.#exports.ZSTD_decompressStream(this.#context, output, input) >>> 0;
      if (result >= FIRST_ERROR) {
        this.isDamaged = true;
        return;
      }
      this.isComplete = result === 0;
      // The memory may have grown, and moved.
      const view = new DataView(memory.buffer);
      this.offset -= position;
      position = view.getUint32(input + 8, true);
      this.offset += position;
      written = view.getUint32(output + 8, true);
      if (written > 0) yield Buffer.from(memory.buffer.slice(outputBytes, outputBytes + written));
    }
  }
}

function describe(buffer: ArrayBuffer, address: number, numbers: readonly number[]): void {
  const view = new DataView(buffer);
  numbers.forEach((value, index) => view.setUint32(address + 4 * index, value, true));
}
