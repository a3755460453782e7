/** Queries for the existing nodes that a mutation's input names, by ID or by `@id` fields. */
import { isDeepStrictEqual } from 'node:util';
import { parseUid, predicate, quote, uidFunction } from '../query/text';
import { textOf } from '../request/values';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import {
  inverseOf,
  isInputObject,
  keysOf,
  memberOf,
  namesOf,
  originOf,
  storedAs,
  type Edge,
  type Input,
  type InputObject,
} from './input';
import type { NodeNames } from './names';

/** Query for an existing node: the node of a type that a function finds, under a name. */
export interface Question {
  readonly name: string;
  readonly func: string;
  /** Value of a predicate, if `func` compares one. */
  readonly key?: { readonly subject: string; readonly value: string };
  readonly type: GraphqlType;
}

export class Existence {
  readonly questions: Question[] = [];
  readonly errors: string[] = [];
  /** Name of a node → the fullest input object that names it. */
  readonly objects = new Map<string, InputObject>();
  private readonly top = new Set<string>();
  private readonly askedIds = new Set<string>();

  constructor(
    private readonly model: GraphqlModel,
    private readonly names: NodeNames,
  ) {}

  /** @param edge the edge that leads to the object; undefined at the top */
  ask(type: GraphqlType, object: InputObject, edge: Edge | undefined): void {
    dropInverse(object, edge);
    if (type.idField && Object.hasOwn(object, type.idField.name)) {
      const id = object[type.idField.name]!;
      if (id !== null) {
        this.askId(type, type.idField.name, textOf(id));
        return;
      }
      Reflect.deleteProperty(object, type.idField.name);
    }
    for (const xid of keysOf(type)) {
      const value = object[xid.name];
      if (value === null || value === undefined) continue;
      if (!this.askKey(type, xid, textOf(value), object, edge)) return;
    }
    for (const name of namesOf(object)) {
      if (!this.askField(type, name, object[name]!)) return;
    }
  }

  private askId(type: GraphqlType, field: string, id: string): void {
    if (this.askedIds.has(id)) return;
    this.askedIds.add(id);
    const uid = parseUid(id);
    if (uid === undefined) this.errors.push(`ID argument (${id}) was not able to be parsed`);
    else this.questions.push({ name: this.names.ofKey(type, field, id), func: uidFunction([uid]), type });
  }

  /** @returns false if the object needs no further queries */
  private askKey(
    type: GraphqlType,
    xid: GraphqlField,
    value: string,
    object: InputObject,
    edge: Edge | undefined,
  ): boolean {
    const name = this.names.ofKey(type, xid.name, value);
    const earlier = this.objects.get(name);
    if (earlier) {
      if (this.isDuplicate(name, earlier, object, edge)) {
        this.errors.push(`duplicate XID found: ${value}`);
        return false;
      }
      const isFuller = Object.keys(earlier).length === 1 && Object.keys(object).length > 1;
      if (isFuller) this.objects.set(name, object);
      return isFuller;
    }
    this.objects.set(name, object);
    if (edge === undefined) this.top.add(name);
    const key = { subject: predicate(xid.predicate), value: quote(value) };
    const func = `eq(${key.subject}, ${key.value})`;
    this.questions.push({ name, func, key, type });
    const origin = originOf(type, xid.name, this.model);
    // The value must also be new among the other types of the interface.
    if (xid.idInterface && origin !== type) {
      this.questions.push({ name: this.names.ofKey(type, xid.name, value, 'interface'), func, key, type: origin });
    }
    return true;
  }

  private isDuplicate(name: string, earlier: InputObject, object: InputObject, edge: Edge | undefined): boolean {
    if (edge === undefined && this.top.has(name)) return true;
    const inverse = edge && inverseOf(edge);
    if (inverse && !inverse.type.list) return true;
    const full = Object.keys(object).length > 1 && Object.keys(earlier).length > 1;
    return full && !isDeepStrictEqual(earlier, object);
  }

  /** @returns false if the object is refused */
  private askField(type: GraphqlType, name: string, value: Input): boolean {
    const field = type.byName.get(name);
    if (value === '' && field?.id) {
      this.errors.push(`encountered an empty value for @id field \`${storedAs(type, name)}\``);
      return false;
    }
    if (!field) return true;
    if (isInputObject(value)) this.askNode(type, field, value, undefined);
    else if (Array.isArray(value)) {
      value.forEach((each, i) => isInputObject(each) && this.askNode(type, field, each, i));
    }
    return true;
  }

  private askNode(parent: GraphqlType, field: GraphqlField, object: InputObject, index: number | undefined): void {
    const target = this.model.types.get(field.type.name);
    if (target) {
      this.ask(target, object, { field, target });
      return;
    }
    if (!this.model.unions.has(field.type.name)) return;
    const [first, ...others] = Object.keys(object);
    if (first === undefined || others.length > 0) {
      const place = index === undefined ? '' : ` index \`${index}\``;
      const fieldText = `field \`${field.name}\` in type \`${parent.name}\`${place}`;
      const count = Object.keys(object).length;
      this.errors.push(`value for ${fieldText} must have exactly one child, found ${count} children`);
      return;
    }
    const member = memberOf(field, first, this.model);
    const inner = object[first];
    if (member && isInputObject(inner)) this.ask(member, inner, { field, target: member });
  }
}

/** Removes the other end of a single inverse edge from an object: the edge that leads here decides. */
export function dropInverse(object: InputObject, edge: Edge | undefined): void {
  const inverse = edge && inverseOf(edge);
  if (inverse && !inverse.type.list) Reflect.deleteProperty(object, inverse.name);
}
