/** Converts node objects of a JSON mutation into statements, by Dgraph's rules. */
import { SMALL_U, SMALL_V, SPACE } from '../characters';
import { DqlSyntaxError } from '../errors';
import type { LineIndex } from '../source';
import { parseInt64, parseUint, parseVector } from '../values';
import type { Facet, LiteralValue, NodeRef, NQuad, PredicateHint } from './ast';
import { floatError, intError } from './datatypes';
import { jsonFacet } from './facets';
import { isGeometry } from './geo';
import type { JsonValue } from './jsonReader';
import { JsonArray, JsonNumber, JsonObject } from './jsonReader';
import type { StatementKind } from './rdfReader';
import { facetsError, nodeRef, predicateError, splitLanguage, STAR, STAR_WORD } from './terms';

/** Returns the label of the next object without a uid. */
export type NextLabel = () => string;

/** Node object with its uid and the index of its facets. */
interface OpenNode {
  readonly object: JsonObject;
  readonly ref: NodeRef;
  /** Positions of members with `|` in their name, by the part before it; absent if there are none. */
  readonly facets: ReadonlyMap<string, readonly number[]> | undefined;
}

/** Parsed name of a member. */
interface Name {
  readonly predicate: string;
  readonly lang: string | undefined;
}

/** Member of a node object, with its position in it. */
interface Member extends Name {
  readonly node: OpenNode;
  readonly position: number;
  readonly key: string;
}

const WILDCARDS = "Only valid wildcard delete patterns are 'S * *' and 'S P *'";
const NONE: readonly number[] = [];

type Basic = string | boolean | JsonNumber;

export class NodeReader {
  readonly nquads: NQuad[] = [];
  readonly hints = new Map<string, PredicateHint>();
  private readonly names = new Map<string, Name>();

  constructor(
    private readonly kind: StatementKind,
    private readonly nextLabel: NextLabel,
    private readonly lines: LineIndex,
  ) {}

  /** Roots : Node | `[` Node* `]` */
  readRoots(value: JsonValue, offset: number): void {
    if (value instanceof JsonObject) this.readRoot(value);
    else if (value instanceof JsonArray) {
      for (const item of value.items) {
        if (!(item instanceof JsonObject)) this.fail('only array of map allowed at root', value.offset);
        this.readRoot(item);
      }
    } else this.fail(`${this.kind} must be an object or an array of objects`, offset);
  }

  private readRoot(object: JsonObject): void {
    const node = this.open(object);
    this.readMembers(node);
    // A delete with only a uid deletes the node.
    if (this.kind === 'delete' && !node.facets && object.size === 1) {
      this.nquads.push({ subject: node.ref, predicate: '*', object: STAR, span: this.span(object, 0) });
    }
  }

  private open(object: JsonObject): OpenNode {
    const uid = object.get('uid');
    const namespace = object.get('namespace');
    if (typeof namespace === 'string' && namespace !== '' && typeof parseUint(namespace) !== 'bigint') {
      this.fail(`strconv.ParseUint: parsing ${JSON.stringify(namespace)}: invalid syntax`, object.offset);
    }
    let ref = uid === undefined ? undefined : this.readUid(uid, object.offset);
    if (!ref) {
      if (this.kind === 'delete') this.fail('UID must be present and non-zero while deleting edges', object.offset);
      ref = { kind: 'blank', label: this.nextLabel() };
    }
    return { object, ref, facets: facetMembers(object) };
  }

  /** Returns undefined if the member names no node: zero, empty, null, or another kind of value. */
  private readUid(value: JsonValue, offset: number): NodeRef | undefined {
    if (value instanceof JsonNumber && value.isInteger) {
      const uid = parseInt64(value.text);
      if (typeof uid !== 'bigint') this.fail(`uid ${value.text}: value out of range`, offset);
      return uid === 0n ? undefined : { kind: 'uid', uid: `0x${BigInt.asUintN(64, uid).toString(16)}` };
    }
    if (typeof value !== 'string' || value === '') return undefined;
    if (value.startsWith('_:')) return { kind: 'blank', label: value.slice(2) };
    const name = /\s/.test(value) ? value.replace(/\s/g, '') : value;
    const ref = nodeRef(name.startsWith('uid(') ? name : value);
    return typeof ref === 'string' ? undefined : ref;
  }

  private readMembers(node: OpenNode): void {
    const { object } = node;
    for (let position = 0; position < object.size; position++) {
      const key = object.key(position);
      if (key === 'uid' || key === 'namespace' || key.includes('|')) continue;
      const value = object.value(position);
      if (value === null && this.kind === 'set') continue;
      const { predicate, lang } = this.readPredicate(key, value, object.start(position));
      this.readMember({ node, position, key, predicate, lang }, value);
    }
  }

  /** Parses the name of a member. Few names occur many times, so each is parsed once. */
  private readPredicate(key: string, value: JsonValue, at: number): Name {
    const parsed = this.names.get(key);
    if (parsed) return parsed;
    if (key === STAR_WORD) return this.readStar(value, at);
    if (key === '*') this.fail('"*" is no predicate; {"uid": …} alone deletes everything of a node', at);
    const name = splitLanguage(key);
    const wrong = predicateError(name.predicate, this.kind === 'delete');
    if (wrong) this.fail(wrong, at);
    this.names.set(key, name);
    return name;
  }

  private readStar(value: JsonValue, at: number): Name {
    if (this.kind === 'set') this.fail(`Cannot use star in set n-quad: ${STAR_WORD}`, at);
    if (value !== null && value !== '') this.fail(WILDCARDS, at);
    return { predicate: '*', lang: undefined };
  }

  private readMember(member: Member, value: JsonValue): void {
    if (value === null) {
      this.push(member, STAR, undefined);
      return;
    }
    if (value instanceof JsonArray) {
      this.readList(member, value);
      return;
    }
    const facets = this.scalarFacets(member.node, member.key);
    if (!(value instanceof JsonObject)) {
      this.push(member, this.basic(member, value), facets);
      this.hint(member, 'single');
    } else if (value.size > 0) {
      this.readNested(member, value, facets);
      this.hint(member, 'single');
    }
  }

  /** Reads a geometry, or another node; the facets of the edge to it stand inside it. */
  private readNested(member: Member, value: JsonObject, facets: readonly Facet[] | undefined): void {
    const geometry = readGeometry(value);
    if (geometry) {
      this.push(member, geometry, facets);
      return;
    }
    const child = this.open(value);
    this.push(member, child.ref, this.scalarFacets(child, member.key));
    this.readMembers(child);
  }

  private readList(member: Member, list: JsonArray): void {
    this.hint(member, 'list');
    const first = list.items[0];
    const scalars = typeof first === 'string' || first instanceof JsonNumber;
    const facets = scalars ? this.listFacets(member) : undefined;
    list.items.forEach((item, i) => {
      if (typeof item === 'string' || item instanceof JsonNumber) {
        this.push(member, this.basic(member, item), facets?.get(i));
      } else if (item instanceof JsonObject) this.readNested(member, item, undefined);
      else this.fail(`got unsupported type for list: ${member.key}`, list.offset);
    });
  }

  private basic(member: Member, value: Basic): NQuad['object'] {
    const isDelete = this.kind === 'delete';
    if (typeof value === 'boolean') return isDelete && !value ? STAR : literal('bool', String(value));
    if (value instanceof JsonNumber) {
      const wrong = value.isInteger ? intError(value.text) : floatError(value.text);
      if (wrong) this.fail(`${member.key}: ${wrong}`, this.startOf(member));
      if (value.isInteger) return literal('int', value.text);
      return isDelete && Number(value.text) === 0 ? STAR : literal('float', value.text);
    }
    if (value === '' && isDelete) return STAR;
    return this.reference(member, value) ?? literal(isVector(value) ? 'float32vector' : 'string', value);
  }

  /** Returns the term of `uid(v)` or `val(v)`, with white space anywhere; undefined for other texts. */
  private reference(member: Member, value: string): NQuad['object'] | undefined {
    const c = value.charCodeAt(0);
    if (c > SPACE && c < 0x80 && c !== SMALL_U && c !== SMALL_V) return undefined;
    if (!/^\s*[uv]/.test(value)) return undefined;
    const text = value.replace(/\s/g, '');
    if (!text.startsWith('uid(') && !text.startsWith('val(')) return undefined;
    if (!text.endsWith(')')) {
      this.fail(`while processing '${text}', brackets are not closed properly`, this.startOf(member));
    }
    const variable = text.slice(4, -1);
    return text.startsWith('uid(') ? { kind: 'uidVar', variable } : { kind: 'valVar', variable };
  }

  /** Returns the facets of one edge or value: the node's members with the predicate before their `|`. */
  private scalarFacets(node: OpenNode, key: string): readonly Facet[] | undefined {
    let facets: Facet[] | undefined;
    for (const position of node.facets?.get(key) ?? NONE) {
      const name = node.object.key(position);
      const value = node.object.value(position);
      if (value === null) continue;
      const facet = jsonFacet(name.slice(key.length + 1), value);
      if (typeof facet === 'string') this.fail(`facet: ${name}: ${facet}`, node.object.start(position));
      (facets ??= []).push(facet);
    }
    this.checkFacets(facets, node);
    return facets;
  }

  /** Returns the facets of a list's values by index: `"nickname|kind": {"0": "friends", "2": "official"}`. */
  private listFacets({ node, key }: Member): Map<number, Facet[]> | undefined {
    if (!node.facets) return undefined;
    const byIndex = new Map<number, Facet[]>();
    for (const position of node.facets.get(key) ?? NONE) {
      const name = node.object.key(position);
      const value = node.object.value(position);
      const at = node.object.start(position);
      if (value === null) continue;
      if (!(value instanceof JsonObject)) {
        this.fail(`facets format should be of type map for scalarlist predicates, for facet: ${name}`, at);
      }
      for (let i = 0; i < value.size; i++) {
        const index = value.key(i);
        const facet = jsonFacet(name.slice(key.length + 1), value.value(i));
        if (typeof facet === 'string') this.fail(`facet: ${name}, index: ${index}: ${facet}`, at);
        if (!/^[+-]?[0-9]{1,18}$/.test(index)) {
          this.fail(
            `facet: ${name}, index: ${index}: strconv.Atoi: parsing ${JSON.stringify(index)}: invalid syntax`,
            at,
          );
        }
        const facets = byIndex.get(Number(index)) ?? [];
        facets.push(facet);
        byIndex.set(Number(index), facets);
        this.checkFacets(facets, node);
      }
    }
    return byIndex;
  }

  private checkFacets(facets: readonly Facet[] | undefined, node: OpenNode): void {
    const wrong = facets && this.kind === 'set' ? facetsError(facets) : undefined;
    if (wrong) this.fail(wrong, node.object.offset);
  }

  private push(member: Member, object: NQuad['object'], facets: readonly Facet[] | undefined): void {
    const { node, position, predicate, lang } = member;
    if (predicate === '*' && object.kind !== 'star') {
      this.fail(WILDCARDS, this.startOf(member));
    }
    this.nquads.push({ subject: node.ref, predicate, object, lang, facets, span: this.span(node.object, position) });
  }

  private hint({ predicate, lang }: Member, hint: PredicateHint): void {
    if (this.kind === 'delete' || lang !== undefined) return;
    const before = this.hints.get(predicate);
    this.hints.set(predicate, before === undefined || before === hint ? hint : 'list');
  }

  private startOf({ node, position }: Member): number {
    return node.object.start(position);
  }

  /** Returns the span of the member's name. */
  private span(object: JsonObject, position: number): NQuad['span'] {
    const start = object.start(position);
    return this.lines.span(start, start + object.key(position).length + 2);
  }

  private fail(reason: string, offset: number): never {
    throw DqlSyntaxError.at(this.lines.locate(offset), reason);
  }
}

function facetMembers(object: JsonObject): Map<string, number[]> | undefined {
  let facets: Map<string, number[]> | undefined;
  for (let i = 0; i < object.size; i++) {
    const bar = object.key(i).indexOf('|');
    if (bar < 0) continue;
    const key = object.key(i).slice(0, bar);
    const positions = (facets ??= new Map<string, number[]>()).get(key);
    if (positions) positions.push(i);
    else facets.set(key, [i]);
  }
  return facets;
}

function literal(type: LiteralValue['type'], value: string): LiteralValue {
  return { kind: 'literal', type, value };
}

/** Returns true for a vector with at least one number; an empty vector is text. */
function isVector(value: string): boolean {
  return value.includes('[') && (parseVector(value)?.length ?? 0) > 0;
}

/** Returns the geometry of `{"type": …, "coordinates": …}`; with more or fewer members it is a node. */
function readGeometry(object: JsonObject): LiteralValue | undefined {
  if (object.size !== 2) return undefined;
  const type = object.get('type');
  const coordinates = object.get('coordinates');
  if (typeof type !== 'string' || !(coordinates instanceof JsonArray)) return undefined;
  if (!isGeometry(type, plainNumbers(coordinates))) return undefined;
  return literal('geo', `{"type":${JSON.stringify(type)},"coordinates":${printCoordinates(coordinates)}}`);
}

/** Converts nested arrays to JavaScript numbers, to check their shape. */
function plainNumbers(value: JsonValue): unknown {
  if (value instanceof JsonArray) return value.items.map(plainNumbers);
  return value instanceof JsonNumber ? Number(value.text) : null;
}

function printCoordinates(value: JsonValue): string {
  return value instanceof JsonArray ? `[${value.items.map(printCoordinates).join(',')}]` : (value as JsonNumber).text;
}
