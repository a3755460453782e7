/** Rewrites an object of an input into JSON of a node: new, identified by a key, or found by a filter. */
import { GEO_TYPES } from '../sdl/scalars';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import { typeText } from '../request/selection';
import { integer, textOf } from '../request/values';
import { dropInverse, type Existence } from './existence';
import { fragmentOf, linkBack, reference, type Fragment, type Json } from './fragment';
import { geoJsonOf } from './geometry';
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
import type { WriteRules } from './rules';

/** Operation on the object at the top. */
export type Purpose = 'add' | 'upsert' | 'set' | 'remove';

interface Rewritten {
  readonly fragment?: Fragment;
  /** Name of the existing node that changes. */
  readonly changes?: string;
}

const MULTIPLE_NODES = 'multiple nodes found for given xid values, updation not possible';

export class Rewriter {
  readonly errors: string[] = [];
  /** Key of a new node → its name, in a model in which a node may have several classes. */
  private readonly shared = new Map<string, string>();

  /**
   * @param uidsByName name of a node → its uid, or a blank node from earlier in the mutation
   * @param otherUids name → uid of a node that lacks the type
   */
  constructor(
    private readonly model: GraphqlModel,
    private readonly names: NodeNames,
    private readonly existence: Existence,
    private readonly uidsByName: Map<string, string>,
    private readonly purpose: Purpose,
    private readonly rules: WriteRules,
    private readonly otherUids: ReadonlyMap<string, string> = new Map(),
  ) {}

  /**
   * @param edge the edge that leads to the object; undefined at the top
   * @param source the node that the edge comes from; at the top, the nodes to change
   */
  object(type: GraphqlType, input: InputObject, edge: Edge | undefined, source: string): Rewritten {
    const id = type.idField?.name;
    if (id !== undefined && Object.hasOwn(input, id)) return this.byId(type, textOf(input[id]), edge, source);
    const key = this.byKeys(type, input, edge, source);
    if ('refused' in key) return {};
    if (key.reference) return { fragment: key.reference };
    const { changes } = key;
    const name = key.name ?? this.names.next(type.name);
    const isTop = edge === undefined;
    const isChange = (isTop && (this.purpose === 'set' || this.purpose === 'remove')) || changes !== undefined;
    if (!isChange && this.purpose === 'remove') {
      this.errors.push('id is not provided');
      return {};
    }
    const node = isChange ? (changes === undefined ? source : `uid(${changes})`) : `_:${name}`;
    const json: Json = { uid: node };
    if (!isChange || (changes !== undefined && this.otherUids.has(changes))) json['dgraph.type'] = this.typesOf(type);
    if (!isChange) {
      this.rules.created.set(name, type.name);
    }
    this.addDefaults(type, json, isChange ? 'update' : 'add');
    dropInverse(key.object, edge);
    if (edge) linkBack(json, edge, source);
    const fragment = fragmentOf(json);
    for (const field of namesOf(key.object)) this.field(fragment, type, field, key.object[field]!, node);
    return { fragment, ...(changes !== undefined && { changes }) };
  }

  private byId(type: GraphqlType, id: string, edge: Edge | undefined, source: string): Rewritten {
    const uid = this.uidsByName.get(this.names.ofKey(type, type.idField!.name, id));
    if (edge && uid !== undefined) return { fragment: this.reference(uid, edge, source) };
    const message = this.rules.concealed(type, `id ${id} already exists for type ${type.name}`);
    this.errors.push(edge ? `ID "${id}" isn't a ${edge.target.name}` : message);
    return {};
  }

  private reference(uid: string, edge: Edge, source: string): Fragment {
    return reference(uid, edge, source, this.names, this.purpose === 'remove', this.rules);
  }

  /** Interprets the `@id` fields: reference to an existing node, change of one, or name of a new one. */
  private byKeys(type: GraphqlType, input: InputObject, edge: Edge | undefined, source: string) {
    const refuse = (message: string) => {
      this.errors.push(message);
      return { refused: true } as const;
    };
    const keys = keysOf(type).flatMap((xid) => {
      const value = input[xid.name];
      return value === null || value === undefined ? [] : [{ xid, value: textOf(value) }];
    });
    const matchesSeveral = this.areSeveral(type, keys);
    const created: string[] = [];
    let name: string | undefined;
    let changes: string | undefined;
    for (const { xid, value } of keys) {
      name = this.names.ofKey(type, xid.name, value);
      const other = this.otherUids.get(name);
      const uid = this.uidsByName.get(name) ?? other;
      const origin = originOf(type, xid.name, this.model);
      const elsewhere =
        xid.idInterface && origin !== type && this.uidsByName.has(this.names.ofKey(type, xid.name, value, 'interface'));
      if (uid === undefined && !elsewhere) {
        created.push(name);
        continue;
      }
      const conflict = `id ${value} already exists for field ${xid.name}`;
      const conceal = (message: string): string => this.rules.concealed(type, message);
      const ofOther = conceal(`${conflict} in some other implementing type of interface ${origin.name}`);
      if (edge) {
        if (matchesSeveral) return refuse(conceal(MULTIPLE_NODES));
        if (uid === undefined) return refuse(ofOther);
        return { reference: this.reference(uid, edge, source), object: input };
      }
      if (this.purpose === 'upsert' && matchesSeveral) return refuse(conceal(MULTIPLE_NODES));
      if (uid === undefined) return refuse(ofOther);
      if (this.purpose !== 'upsert') {
        const hint = this.purpose === 'add' ? `; with upsert: true, its node will be in ${type.name} as well` : '';
        return refuse(conceal(other === undefined ? `${conflict} inside type ${type.name}` : `${conflict}${hint}`));
      }
      changes = name;
    }
    let object = input;
    if (created.length > 0) {
      object = this.existence.objects.get(created[0]!) ?? input;
      const foreign = namesOf(object).find((each) => !type.byName.has(each) && each !== type.password?.name);
      // Types with a common interface may name one node. Its object may then have fields of the other type.
      if (foreign !== undefined) return refuse(`type ${type.name} has no field ${foreign}, which its node is given`);
      const excluded = edge && inverseOf(edge)?.name;
      const lacking = this.lacking(type, object, excluded);
      if (lacking !== undefined && !(this.purpose === 'set' && edge === undefined)) return refuse(lacking);
      name = this.sharedName(name!, keys);
      for (const each of created) this.uidsByName.set(each, `_:${name}`);
    }
    if (changes === undefined && type.xids.length > 0) {
      const creates = this.purpose === 'add' || this.purpose === 'upsert' || edge !== undefined;
      const empty = keysOf(type).find(
        (xid) =>
          (object[xid.name] === null || object[xid.name] === undefined) &&
          ['String!', 'Int!', 'Int64!'].includes(typeText(xid.type)),
      );
      if (creates && empty) return refuse(`field ${empty.name} cannot be empty`);
    }
    return { object, name, changes };
  }

  /** Shared name of a new node that the input names in several classes. Under access rules a node has one type only. */
  private sharedName(name: string, keys: readonly { readonly xid: GraphqlField; readonly value: string }[]): string {
    if (!this.model.classes || this.rules.access) return name;
    const ids = keys.map(({ xid, value }) => JSON.stringify([xid.predicate, value]));
    const sharedName = ids.map((id) => this.shared.get(id)).find((each) => each !== undefined) ?? name;
    for (const id of ids) this.shared.set(id, sharedName);
    return sharedName;
  }

  /** True if the keys belong to different nodes. */
  private areSeveral(type: GraphqlType, keys: readonly { readonly xid: GraphqlField; readonly value: string }[]) {
    const uids = keys.flatMap(({ xid, value }) => this.uidsByName.get(this.names.ofKey(type, xid.name, value)) ?? []);
    return new Set(uids).size > 1;
  }

  private lacking(type: GraphqlType, object: InputObject, excluded: string | undefined): string | undefined {
    const field = type.fields.find(
      (each) =>
        each.type.nonNull &&
        each.type.name !== 'ID' &&
        each.defaults.add === undefined &&
        each.defaults.update === undefined &&
        each.name !== excluded &&
        !each.custom &&
        (object[each.name] === undefined || object[each.name] === null),
    );
    return field && `type ${type.name} requires a value for field ${field.name}, but no value present`;
  }

  private typesOf(type: GraphqlType): string[] {
    return [type.dgraphName, ...type.interfaces.map((name) => this.model.types.get(name)?.dgraphName ?? name)];
  }

  private addDefaults(type: GraphqlType, json: Json, when: 'add' | 'update'): void {
    for (const field of type.fields) {
      const value = field.defaults[when];
      if (value !== undefined) json[storedAs(type, field.name)] = defaultOf(field, value);
    }
  }

  private field(fragment: Fragment, type: GraphqlType, name: string, value: Input, node: string): void {
    const { json } = fragment;
    const stored = storedAs(type, name);
    const field = type.byName.get(name);
    if (value === null) {
      // In `remove`, null stands for every value; in `set`, it is ignored.
      if (this.purpose === 'remove') json[stored] = null;
      else Reflect.deleteProperty(json, stored);
    } else if (!field) json[stored] = value;
    else if (field.embedding) json[stored] = JSON.stringify(value);
    else if (Array.isArray(value)) {
      const items = value
        .map((each) => this.item(fragment, field, each, node))
        // Nulls stay, and are refused with their list.
        .filter((each) => each !== undefined);
      const earlier = json[stored];
      json[stored] = Array.isArray(earlier) ? [...(earlier as unknown[]), ...items] : items;
    } else {
      const item = this.item(fragment, field, value, node);
      if (item !== undefined) json[stored] = item;
    }
  }

  private item(parent: Fragment, field: GraphqlField, value: Input, node: string): unknown {
    if (!isInputObject(value)) return value;
    if (GEO_TYPES.has(field.type.name)) return geoJsonOf(field.type.name, value);
    let target = this.model.types.get(field.type.name);
    let object: Input | undefined = value;
    if (!target) {
      const [ref = ''] = Object.keys(value);
      target = memberOf(field, ref, this.model);
      object = value[ref];
    }
    if (!target || !isInputObject(object)) return undefined;
    const { fragment } = this.object(target, object, { field, target }, node);
    if (!fragment) return undefined;
    parent.queries.push(...fragment.queries);
    parent.deletes.push(...fragment.deletes);
    return fragment.json;
  }
}

/** Value of `@default`, as the field's type. */
function defaultOf({ type }: GraphqlField, text: string): string | number | boolean {
  if (text === '$now') return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  if (type.name === 'Boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if ((type.name === 'Int' || type.name === 'Int64') && /^-?\d+$/.test(text)) return integer(text);
  return type.name === 'Float' && Number.isFinite(Number(text)) ? Number(text) : text;
}
