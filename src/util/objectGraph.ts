/**
 * Object graphs across a thread boundary, in parts: the receiver rebuilds them a turn at a time, where a structured clone
 * would hold its thread until the whole graph is there.
 *
 * Objects keep their identity: what two objects share, and what refers back, is one object again. Carried are arrays, Maps,
 * Sets, plain objects, instances of the classes that both sides name, strings, numbers, booleans, undefined and null.
 * Objects are numbered in the order in which they are met. A part holds the kinds of the objects that it mentions first, and
 * the contents of objects, in the order of their numbers, as one stream of integers that parts cut anywhere.
 */

/** A class whose instances are carried; both sides name the same classes in the same order. */
export interface CarriedClass {
  readonly prototype: object;
}

/** A part of a graph, as structured cloning takes it. */
export interface GraphPart {
  readonly strings: readonly string[];
  readonly doubles: readonly number[];
  /** Shapes met first here: the class (0 for none) and the fields. */
  readonly shapes: readonly { readonly of: number; readonly fields: readonly string[] }[];
  /** Of the objects met first here: ARRAY, MAP, SET, or FIRST_SHAPE and the number of their shape. */
  readonly kinds: Int32Array;
  readonly contents: Int32Array;
  readonly isLast: boolean;
}

const ARRAY = 0;
const MAP = 1;
const SET = 2;
const FIRST_SHAPE = 3;

/** Low bits of an integer that stands for a value. */
const CONSTANT = 0;
const STRING = 1;
const OBJECT = 2;
const INTEGER = 3;
const DOUBLE = 4;
const TAG_BITS = 3;
const TAG_MASK = (1 << TAG_BITS) - 1;
const MOST_INTEGER = 2 ** (31 - TAG_BITS) - 1;

const CONSTANTS = [undefined, null, true, false] as const;

/** Integers of a part, and characters of its strings: some milliseconds of the receiver's time. */
const PART_INTEGERS = 1 << 15;
const PART_CHARACTERS = 1 << 18;

type Fields = Record<string, unknown>;

/** @throws Error for a value that is not carried: a function, an instance of a class that is not named */
export function* encodeGraph(root: unknown, classes: readonly CarriedClass[]): Generator<GraphPart> {
  yield* new Encoder(classes).encode(root);
}

class Encoder {
  private readonly objects: object[] = [];
  private readonly numbers = new Map<object, number>();
  private readonly kindOf: number[] = [];
  private readonly shapeNumbers = new Map<string, number>();
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
        throw new Error(`a ${typeof value} cannot be carried to another thread`);
    }
  }

  private putConstant(value: (typeof CONSTANTS)[number]): void {
    this.contents.push((CONSTANTS.indexOf(value) << TAG_BITS) | CONSTANT);
  }

  private putNumber(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) <= MOST_INTEGER && !Object.is(value, -0)) {
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
    const of = prototype === Object.prototype || prototype === null ? 0 : this.classNumbers.get(prototype);
    if (of === undefined) throw new Error(`a ${object.constructor.name} cannot be carried to another thread`);
    const fields = Object.keys(object);
    const key = `${of}\0${fields.join('\0')}`;
    let shape = this.shapeNumbers.get(key);
    if (shape === undefined) {
      shape = this.fieldsOf.push(fields) - 1;
      this.shapeNumbers.set(key, shape);
      this.shapes.push({ of, fields });
    }
    return FIRST_SHAPE + shape;
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
  /** The object that is being filled, what is left of it, and the key of a Map's entry whose value comes next. */
  private current = 0;
  private left = -1;
  private field = 0;
  private key: unknown;
  private hasKey = false;

  constructor(classes: readonly CarriedClass[]) {
    this.prototypes = [Object.prototype, ...classes.map(({ prototype }) => prototype)];
  }

  /** The value that was encoded, once the last part has been added. */
  get root(): unknown {
    return this.rootValue;
  }

  /** Adds the next part. */
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
    const prototype = this.prototypes[this.shapes[kind - FIRST_SHAPE]!.of]!;
    return prototype === Object.prototype ? {} : (Object.create(prototype) as object);
  }

  /** Fills the current object as far as the contents go. @returns the place behind what was used */
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
    if (this.left < 0) this.left = contents[at++]!;
    while (this.left > 0 && at < contents.length) {
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
      this.left--;
    }
    if (this.left === 0) this.next();
    return at;
  }

  private next(): void {
    this.current++;
    this.left = -1;
    this.field = 0;
  }

  /** Objects without fields have no contents. */
  private skipEmpty(): void {
    for (;;) {
      const kind = this.kinds[this.current];
      if (kind === undefined || kind < FIRST_SHAPE || this.shapes[kind - FIRST_SHAPE]!.fields.length > 0) return;
      this.next();
    }
  }

  private value(integer: number): unknown {
    const rest = integer >> TAG_BITS;
    switch (integer & TAG_MASK) {
      case STRING:
        return this.strings[rest];
      case OBJECT:
        return this.objects[rest];
      case INTEGER:
        return rest;
      case DOUBLE:
        return this.doubles[rest];
      default:
        return CONSTANTS[rest];
    }
  }
}

function assign(object: Fields, field: string, value: unknown): void {
  // Assigned, this one would be the prototype.
  if (field === '__proto__') Object.defineProperty(object, field, { value, enumerable: true, writable: true });
  else object[field] = value;
}
