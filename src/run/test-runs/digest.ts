import { ExactNumber, isJsonObject, type Json, type JsonObject } from '#core';

const SEED_A = 0x2f0b4c47;
const SEED_B = 0x61e5d3a9;

/** What is added before a value, so that values of different types never look alike. */
const NULL = 1;
const TRUE = 2;
const FALSE = 3;
const WHOLE = 4;
const FRACTION = 5;
const EXACT = 6;
const TEXT = 7;
const LIST = 8;
const OBJECT = 9;

const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

/** A hash of 64 bits of the values added to it, in two halves. The order of object keys does not matter. */
export class Digest {
  #a = SEED_A;
  #b = SEED_B;

  /** Of undefined as of null. */
  add(value: Json | undefined): void {
    if (typeof value === 'string') this.#text(TEXT, value);
    else if (value === null || value === undefined) this.#word(NULL);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'boolean') this.#word(value ? TRUE : FALSE);
    else if (value instanceof ExactNumber) this.#text(EXACT, value.text);
    else if (isJsonObject(value)) this.#object(value);
    else this.#list(value);
  }

  /** The start of a list of this many values, which are added next. */
  open(length: number): void {
    this.#word(LIST);
    this.#word(length);
  }

  /** Four characters. */
  end(): string {
    this.#mix();
    const a = this.#a;
    const b = this.#b;
    return String.fromCharCode(a >>> 16, a & 0xffff, b >>> 16, b & 0xffff);
  }

  #list(list: readonly Json[]): void {
    this.open(list.length);
    for (const item of list) this.add(item);
  }

  /** Each member is hashed by itself, and their hashes are added up. */
  #object(object: JsonObject): void {
    const outerA = this.#a;
    const outerB = this.#b;
    let count = 0;
    let sumA = 0;
    let sumB = 0;
    for (const key in object) {
      this.#a = SEED_A;
      this.#b = SEED_B;
      this.#text(TEXT, key);
      this.add(object[key]);
      this.#mix();
      count += 1;
      sumA = (sumA + this.#a) | 0;
      sumB = (sumB + this.#b) | 0;
    }
    this.#a = outerA;
    this.#b = outerB;
    this.#word(OBJECT);
    this.#word(count);
    this.#word(sumA);
    this.#word(sumB);
  }

  #number(value: number): void {
    const whole = value | 0;
    // True of -0 as well, which JSON writes as 0.
    if (whole === value) {
      this.#word(WHOLE);
      this.#word(whole);
      return;
    }
    double[0] = value;
    this.#word(FRACTION);
    this.#word(halves[0]!);
    this.#word(halves[1]!);
  }

  #text(type: number, text: string): void {
    this.#word(type);
    this.#word(text.length);
    let a = this.#a;
    let b = this.#b;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x9e3779b1);
      b = Math.imul(b ^ unit, 0x5f356495);
    }
    this.#a = a;
    this.#b = b;
    this.#mix();
  }

  /** Rotated, since a multiplication never takes a bit down. */
  #word(word: number): void {
    const a = Math.imul(this.#a ^ word, 0x9e3779b1);
    const b = Math.imul(this.#b ^ word, 0x5f356495);
    this.#a = (a << 15) | (a >>> 17);
    this.#b = (b << 13) | (b >>> 19);
  }

  /** Spreads every bit over both halves, and can be undone: it makes no two states alike. */
  #mix(): void {
    let a = this.#a;
    let b = this.#b;
    a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
    b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
    this.#a = a;
    this.#b = b;
  }
}
