const FREE_BYTES = 256 * 1024 * 1024;
const MAX_RATIO = 200;

/** Notices packed bytes that unpack to far more than recorded runs ever do. */
export class ExpansionLimit {
  /** How many packed bytes were taken. */
  packed = 0;
  #unpacked = 0;

  /** Counts unpacked bytes; answers whether there are too many of them. */
  addUnpacked(bytes: Buffer): boolean {
    this.#unpacked += bytes.length;
    return this.#unpacked > FREE_BYTES && this.#unpacked > MAX_RATIO * this.packed;
  }
}
