/** A document in Dgraph's dialect of SDL, read: its types with the names under which each is stored. */

import type { Authorization } from '../auth/authorization';
import type { Source } from '../custom/source';

/** `[name!]!`, or `name!`. Dgraph has no lists of lists. */
export interface TypeReference {
  readonly name: string;
  readonly list: boolean;
  readonly nonNull: boolean;
  /** Of a list's elements. */
  readonly elementNonNull: boolean;
}

export interface GraphqlField {
  readonly name: string;
  readonly type: TypeReference;
  readonly description?: string;
  /** Directives as they are printed in the API's schema, without the `@`s that Dgraph does not know. */
  readonly directives: readonly string[];
  /** `p`, `~p`, `p@en:.`: what `@dgraph(pred:)` says, else `Type.field` of the type or interface that declares it. */
  readonly predicate: string;
  /** The ways in which it can be searched, sorted: `@search` and `@id`. Empty: not at all. */
  readonly search: readonly string[];
  /** What `@search` alone says, in the order of the document, options included: the indexes of the predicate. */
  readonly indexes: readonly string[];
  /** `@id`: a value belongs to one node. `interface`: of all types that implement the interface. */
  readonly id: boolean;
  readonly idInterface: boolean;
  /** `@hasInverse(field:)`, from either side. */
  readonly inverse?: string;
  /** `@custom` or `@lambda`: its value comes from elsewhere. */
  readonly custom: boolean;
  /** From where. */
  readonly source?: Source;
  /** `@remoteResponse(name:)`: what its value is called in a service's answer. */
  readonly remoteName?: string;
  /** `@embedding`: stored as one vector. */
  readonly embedding: boolean;
  readonly external: boolean;
  /** `@default(add:)`, `@default(update:)`. `$now` is the time. */
  readonly defaults: { readonly add?: string; readonly update?: string };
  /** The interface that declares it, if it is not the type itself. */
  readonly declaredBy?: string;
  /** Arguments that the document gives it. */
  readonly arguments: readonly { readonly name: string; readonly type: string }[];
}

export interface Generated {
  readonly get: boolean;
  readonly query: boolean;
  readonly password: boolean;
  readonly aggregate: boolean;
  readonly add: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  readonly subscription: boolean;
}

export interface GraphqlType {
  readonly kind: 'object' | 'interface';
  readonly name: string;
  readonly description?: string;
  readonly directives: readonly string[];
  /** What `@dgraph(type:)` says, else the name. */
  readonly dgraphName: string;
  readonly interfaces: readonly string[];
  /** Inherited fields among them. */
  readonly fields: readonly GraphqlField[];
  readonly byName: ReadonlyMap<string, GraphqlField>;
  /** The field of type ID. */
  readonly idField?: GraphqlField;
  /** The fields with `@id`. */
  readonly xids: readonly GraphqlField[];
  /** `@secret(field:, pred:)`. */
  readonly password?: { readonly name: string; readonly predicate: string; readonly declaredBy?: string };
  /** `@remote`: not stored. */
  readonly remote: boolean;
  readonly generated: Generated;
  /** `@lambdaOnMutate`: the mutations that the lambda server is told of. */
  readonly onMutate?: ReadonlySet<string>;
  /** Where the document has it, or where what is made is extended by rules. */
  readonly place: { readonly line: number; readonly column: number };
}

export interface GraphqlEnum {
  readonly name: string;
  readonly description?: string;
  readonly values: readonly { readonly name: string; readonly description?: string }[];
}

export interface GraphqlUnion {
  readonly name: string;
  readonly description?: string;
  readonly directives: readonly string[];
  readonly members: readonly string[];
}

export interface GraphqlInput {
  readonly name: string;
  readonly description?: string;
  readonly directives: readonly string[];
  readonly fields: readonly { readonly name: string; readonly type: string; readonly description?: string }[];
}

/** A field of the document's own `type Query` or `type Mutation`, with the text of what it says. */
export interface OwnOperation {
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly type: string }[];
  readonly type: string;
  readonly description?: string;
  readonly directives: readonly string[];
  readonly subscription: boolean;
  /** `@custom` or `@lambda`: what answers it. */
  readonly source?: Source;
}

export interface GraphqlModel {
  /** Names of types, interfaces, enums, unions and inputs in the order of the document. */
  readonly order: readonly string[];
  readonly types: ReadonlyMap<string, GraphqlType>;
  readonly enums: ReadonlyMap<string, GraphqlEnum>;
  readonly unions: ReadonlyMap<string, GraphqlUnion>;
  readonly inputs: ReadonlyMap<string, GraphqlInput>;
  readonly queries: readonly OwnOperation[];
  readonly mutations: readonly OwnOperation[];
  /** The types that implement an interface, in the order of the document. */
  readonly implementations: ReadonlyMap<string, readonly string[]>;
  /**
   * Where the object types are classes: each, and each union of them, with itself and those below it. A node may then be
   * of several, fragments may be on any of them, and `__typename` is the most specific. Absent: a node is of the one type
   * that it is read as.
   */
  readonly classes?: Classes;
  /**
   * Predicates of edges, without brackets, from which something follows of the nodes that they lead to. The backend deletes
   * such edges along with a node.
   */
  readonly entailing?: ReadonlySet<string>;
  /** `# Dgraph.Secret name "value"`: what headers for services are made of. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Whether values of any stored type's fields are from services. */
  readonly hasServices: boolean;
  /** How tokens are read, out of which `@auth` has its variables. */
  readonly authorization?: Authorization;
}

export type Classes = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether a class is below another, and not its equivalent. */
export const isStrictlyBelow = (classes: Classes, low: string, high: string): boolean =>
  (classes.get(high)?.has(low) ?? false) && !classes.get(low)?.has(high);

export const printType = ({ name, list, nonNull, elementNonNull }: TypeReference): string =>
  list ? `[${name}${elementNonNull ? '!' : ''}]${nonNull ? '!' : ''}` : `${name}${nonNull ? '!' : ''}`;

/** `name@hi:en`: read in the first of several languages that there is. */
export const hasSeveralLanguages = ({ predicate }: GraphqlField): boolean => /^[^@]*@.*:/.test(predicate);
