/**
 * Transfer of object graphs between threads, in parts. The receiver rebuilds a graph part by part; a structured clone
 * would block its thread until the whole graph has arrived.
 *
 * Shared objects and cycles keep their identity. Supported values: arrays, Maps, Sets, plain objects, instances of the
 * classes that both sides list, strings, numbers, booleans, undefined and null.
 *
 * Objects have numbers in the order of their first mention. A part holds the kinds of the objects that it mentions
 * first. It also holds the contents of objects, ordered by number, as a stream of integers; a part may end at any
 * integer.
 */

import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Class with transferable instances; both sides list the same classes in the same order. */
export interface CarriedClass {
  readonly prototype: object;
}

/** Part of a graph, fit for structured cloning. */
export interface GraphPart {
  readonly strings: readonly string[];
  readonly doubles: readonly number[];
  /** New shapes: number of the class (0 for none) and fields. */
  readonly shapes: readonly { readonly classNumber: number; readonly fields: readonly string[] }[];
  /** Kinds of the new objects: ARRAY, MAP, SET, or FIRST_SHAPE plus the number of the shape. */
  readonly kinds: Int32Array;
  readonly contents: Int32Array;
  readonly isLast: boolean;
}

/** A part as compressed bytes: a twentieth of its size as objects. */
export type PackedPart = Uint8Array;

/** Compression by the fastest level: higher ones take several times as long for a few percent. */
const PACKING = { level: 1 };

export const packPart = (part: GraphPart): PackedPart => deflateRawSync(serialize(part), PACKING);

/** @throws Error for bytes that are no packed part */
export const unpackPart = (bytes: PackedPart): GraphPart => deserialize(inflateRawSync(bytes)) as GraphPart;

const ARRAY = 0;
const MAP = 1;
const SET = 2;
const FIRST_SHAPE = 3;

/** Tags: the low bits of the integer that encodes a value. */
const CONSTANT = 0;
const STRING = 1;
const OBJECT = 2;
const INTEGER = 3;
const DOUBLE = 4;
const TAG_BITS = 3;
const TAG_MASK = (1 << TAG_BITS) - 1;
const MAX_INTEGER = 2 ** (31 - TAG_BITS) - 1;

const CONSTANTS = [undefined, null, true, false] as const;

/** Maximum integers and string characters of a part: some milliseconds of the receiver's time. */
const PART_INTEGERS = 1 << 15;
const PART_CHARACTERS = 1 << 18;

type Fields = Record<string, unknown>;

/** Shapes by their fields; a text of all fields would take longer to make and to find. */
interface ShapeTree {
  readonly next: Map<string, ShapeTree>;
  shape?: number;
}

/** @throws Error for an unsupported value: a function, an instance of a class outside `classes` */
export function* encodeGraph(root: unknown, classes: readonly CarriedClass[]): Generator<GraphPart> {
  yield* new Encoder(classes).encode(root);
}

class Encoder {
  private readonly objects: object[] = [];
  private readonly numbers = new Map<object, number>();
  private readonly kindOf: number[] = [];
  /** Shapes of each class, by their fields in order. */
  private readonly shapeTrees: ShapeTree[] = [];
  private readonly fieldsOf: (readonly string[])[] = [];
  private readonly stringNumbers = new Map<string, number>();
  private doubleCount = 0;
  private characters = 0;
  private strings: string[] = [];
  private doubles: number[] = [];
  private shapes: GraphPart['shapes'][number][] = [];
  private kinds: number[] = [];
  private contents: number[] = [];
  private readonly classNumbers: ReadonlyMap<unknown, number>;

  constructor(classes: readonly CarriedClass[]) {
    this.classNumbers = new Map(classes.map(({ prototype }, i) => [prototype, i + 1]));
  }

  *encode(root: unknown): Generator<GraphPart> {
    this.put(root);
    for (let number = 0; number < this.objects.length; number++) {
      const object = this.objects[number]!;
      const kind = this.kindOf[number]!;
      if (kind === ARRAY) {
        const items = object as readonly unknown[];
        this.contents.push(items.length);
        for (const item of items) {
          this.put(item);
          if (this.isFull) yield this.part(false);
        }
      } else if (kind === MAP) {
        const map = object as ReadonlyMap<unknown, unknown>;
        this.contents.push(map.size);
        for (const [key, value] of map) {
          this.put(key);
          this.put(value);
          if (this.isFull) yield this.part(false);
        }
      } else if (kind === SET) {
        const set = object as ReadonlySet<unknown>;
        this.contents.push(set.size);
        for (const item of set) {
          this.put(item);
          if (this.isFull) yield this.part(false);
        }
      } else {
        for (const field of this.fieldsOf[kind - FIRST_SHAPE]!) this.put((object as Fields)[field]);
        if (this.isFull) yield this.part(false);
      }
    }
    yield this.part(true);
  }

  private get isFull(): boolean {
    return this.contents.length >= PART_INTEGERS || this.characters >= PART_CHARACTERS;
  }

  private part(isLast: boolean): GraphPart {
    const { strings, doubles, shapes } = this;
    const [kinds, contents] = [Int32Array.from(this.kinds), Int32Array.from(this.contents)];
    this.strings = [];
    this.doubles = [];
    this.shapes = [];
    this.kinds = [];
    this.contents = [];
    this.characters = 0;
    return { strings, doubles, shapes, kinds, contents, isLast };
  }

  private put(value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.contents.push((this.stringNumber(value) << TAG_BITS) | STRING);
        break;
      case 'number':
        this.putNumber(value);
        break;
      case 'object':
        if (value === null) this.putConstant(null);
        else this.contents.push((this.objectNumber(value) << TAG_BITS) | OBJECT);
        break;
      case 'boolean':
      case 'undefined':
        this.putConstant(value);
        break;
      default:
        throw new Error(`cannot transfer a ${typeof value} to another thread`);
    }
  }

  private putConstant(value: (typeof CONSTANTS)[number]): void {
    this.contents.push((CONSTANTS.indexOf(value) << TAG_BITS) | CONSTANT);
  }

  private putNumber(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER && !Object.is(value, -0)) {
      this.contents.push((value << TAG_BITS) | INTEGER);
      return;
    }
    this.doubles.push(value);
    this.contents.push((this.doubleCount++ << TAG_BITS) | DOUBLE);
  }

  private stringNumber(text: string): number {
    let number = this.stringNumbers.get(text);
    if (number === undefined) {
      number = this.stringNumbers.size;
      this.stringNumbers.set(text, number);
      this.strings.push(text);
      this.characters += text.length;
    }
    return number;
  }

  private objectNumber(object: object): number {
    let number = this.numbers.get(object);
    if (number === undefined) {
      number = this.objects.push(object) - 1;
      this.numbers.set(object, number);
      const kind = this.kind(object);
      this.kindOf.push(kind);
      this.kinds.push(kind);
    }
    return number;
  }

  private kind(object: object): number {
    if (Array.isArray(object)) return ARRAY;
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype === Map.prototype) return MAP;
    if (prototype === Set.prototype) return SET;
    const classNumber = prototype === Object.prototype || prototype === null ? 0 : this.classNumbers.get(prototype);
    if (classNumber === undefined) throw new Error(`cannot transfer a ${object.constructor.name} to another thread`);
    const fields = Object.keys(object);
    let tree = (this.shapeTrees[classNumber] ??= { next: new Map() });
    for (const field of fields) {
      let next = tree.next.get(field);
      if (!next) tree.next.set(field, (next = { next: new Map() }));
      tree = next;
    }
    if (tree.shape === undefined) {
      tree.shape = this.fieldsOf.push(fields) - 1;
      this.shapes.push({ classNumber, fields });
    }
    return FIRST_SHAPE + tree.shape;
  }
}

/** Rebuilds a graph from its parts. */
export class GraphDecoder {
  private readonly objects: object[] = [];
  private readonly kinds: number[] = [];
  private readonly strings: string[] = [];
  private readonly doubles: number[] = [];
  private readonly shapes: GraphPart['shapes'][number][] = [];
  private readonly prototypes: readonly (object | null)[];
  private hasRoot = false;
  private rootValue: unknown;
  /** Number of the object being filled. */
  private current = 0;
  /** Missing items of the current collection; -1 before its size is known. */
  private missing = -1;
  /** Next field of the current instance. */
  private field = 0;
  /** Key of the Map entry whose value comes next, if `hasKey`. */
  private key: unknown;
  private hasKey = false;

  constructor(classes: readonly CarriedClass[]) {
    this.prototypes = [Object.prototype, ...classes.map(({ prototype }) => prototype)];
  }

  /** Decoded value; complete after the last part. */
  get root(): unknown {
    return this.rootValue;
  }

  add({ strings, doubles, shapes, kinds, contents }: GraphPart): void {
    for (const text of strings) this.strings.push(text);
    for (const double of doubles) this.doubles.push(double);
    for (const shape of shapes) this.shapes.push(shape);
    for (const kind of kinds) {
      this.kinds.push(kind);
      this.objects.push(this.empty(kind));
    }
    let at = 0;
    if (!this.hasRoot && contents.length > 0) {
      this.rootValue = this.value(contents[at++]!);
      this.hasRoot = true;
    }
    while (at < contents.length) at = this.fill(contents, at);
    this.skipEmpty();
  }

  private empty(kind: number): object {
    if (kind === ARRAY) return [];
    if (kind === MAP) return new Map();
    if (kind === SET) return new Set();
    const prototype = this.prototypes[this.shapes[kind - FIRST_SHAPE]!.classNumber]!;
    return prototype === Object.prototype ? {} : (Object.create(prototype) as object);
  }

  /** Fills the current object as far as the contents go. @returns index after the last integer used */
  private fill(contents: Int32Array, from: number): number {
    this.skipEmpty();
    const kind = this.kinds[this.current]!;
    const object = this.objects[this.current]!;
    let at = from;
    if (kind >= FIRST_SHAPE) {
      const { fields } = this.shapes[kind - FIRST_SHAPE]!;
      while (this.field < fields.length && at < contents.length) {
        assign(object as Fields, fields[this.field++]!, this.value(contents[at++]!));
      }
      if (this.field === fields.length) this.next();
      return at;
    }
    if (this.missing < 0) this.missing = contents[at++]!;
    while (this.missing > 0 && at < contents.length) {
      const value = this.value(contents[at++]!);
      if (kind === ARRAY) (object as unknown[]).push(value);
      else if (kind === SET) (object as Set<unknown>).add(value);
      else if (!this.hasKey) {
        this.key = value;
        this.hasKey = true;
        continue;
      } else {
        (object as Map<unknown, unknown>).set(this.key, value);
        this.hasKey = false;
      }
      this.missing--;
    }
    if (this.missing === 0) this.next();
    return at;
  }

  private next(): void {
    this.current++;
    this.missing = -1;
    this.field = 0;
  }

  /** Skips objects without fields: they have no contents. */
  private skipEmpty(): void {
    for (;;) {
      const kind = this.kinds[this.current];
      if (kind === undefined || kind < FIRST_SHAPE || this.shapes[kind - FIRST_SHAPE]!.fields.length > 0) return;
      this.next();
    }
  }

  private value(integer: number): unknown {
    const payload = integer >> TAG_BITS;
    switch (integer & TAG_MASK) {
      case STRING:
        return this.strings[payload];
      case OBJECT:
        return this.objects[payload];
      case INTEGER:
        return payload;
      case DOUBLE:
        return this.doubles[payload];
      default:
        return CONSTANTS[payload];
    }
  }
}

function assign(object: Fields, field: string, value: unknown): void {
  // An assignment to `__proto__` would set the prototype.
  if (field === '__proto__') Object.defineProperty(object, field, { value, enumerable: true, writable: true });
  else object[field] = value;
}
