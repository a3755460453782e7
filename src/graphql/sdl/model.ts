/** Model of a document in Dgraph's dialect of SDL: types and fields with their stored names. */

import type { Authorization } from '../auth/authorization';
import type { Source } from '../custom/source';
import type { Generated } from './directives';

/** `[name!]!`, or `name!`. Dgraph has no lists of lists. */
export interface TypeReference {
  readonly name: string;
  readonly list: boolean;
  readonly nonNull: boolean;
  /** Non-null elements of a list. */
  readonly elementNonNull: boolean;
}

export interface GraphqlField {
  readonly name: string;
  readonly type: TypeReference;
  readonly description?: string;
  /** Directives as printed in the API's schema, without those unknown to Dgraph. */
  readonly directives: readonly string[];
  /** `p`, `~p`, `p@en:.`: the value of `@dgraph(pred:)`, else `Type.field` of the declaring type or interface. */
  readonly predicate: string;
  /** Sorted searches of `@search` and `@id`; empty for none. */
  readonly search: readonly string[];
  /** Searches of `@search` only, with options, in the order of the document: the indexes of the predicate. */
  readonly indexes: readonly string[];
  /** `@id`: a value identifies one node; with `interface`, among all types that implement the interface. */
  readonly id: boolean;
  readonly idInterface: boolean;
  /** `@hasInverse(field:)`, from either side. */
  readonly inverse?: string;
  /** `@custom` or `@lambda`: a service supplies the value. */
  readonly custom: boolean;
  /** Source of the value. */
  readonly source?: Source;
  /** `@remoteResponse(name:)`: name of the value in a service's answer. */
  readonly remoteName?: string;
  /** `@embedding`: stored as one vector. */
  readonly embedding: boolean;
  readonly external: boolean;
  /** `@default(add:)`, `@default(update:)`. `$now` is the current time. */
  readonly defaults: { readonly add?: string; readonly update?: string };
  /** Interface that declares it; absent if the type itself does. */
  readonly declaredBy?: string;
  /** Declared arguments. */
  readonly arguments: readonly { readonly name: string; readonly type: string }[];
  /** The field leads from a node to the node itself, with the fields of the common type. Nothing is stored. */
  readonly isCommon?: boolean;
}

export interface GraphqlType {
  readonly kind: 'object' | 'interface';
  readonly name: string;
  readonly description?: string;
  readonly directives: readonly string[];
  /** Value of `@dgraph(type:)`, else the name. */
  readonly dgraphName: string;
  readonly interfaces: readonly string[];
  /** Includes inherited fields. */
  readonly fields: readonly GraphqlField[];
  readonly byName: ReadonlyMap<string, GraphqlField>;
  /** Field of type ID. */
  readonly idField?: GraphqlField;
  /** Fields with `@id`. */
  readonly xids: readonly GraphqlField[];
  /** `@secret(field:, pred:)`. */
  readonly password?: { readonly name: string; readonly predicate: string; readonly declaredBy?: string };
  /** `@remote`: not stored. */
  readonly remote: boolean;
  readonly generated: Generated;
  /** `@lambdaOnMutate`: mutations of which the lambda server is notified. */
  readonly onMutate?: ReadonlySet<string>;
  /** True if all fields, `iri` included, are properties of an ontology. Subclasses have the same fields. */
  readonly hasOntologyFields?: boolean;
  /** Fields without those of the common type; present on classes if there is a common type. */
  readonly ownFields?: readonly GraphqlField[];
  /** Position in the document; for generated types, that of an extension with rules. */
  readonly place: { readonly line: number; readonly column: number };
}

interface GraphqlEnum {
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

interface GraphqlInput {
  readonly name: string;
  readonly description?: string;
  readonly directives: readonly string[];
  readonly fields: readonly { readonly name: string; readonly type: string; readonly description?: string }[];
}

/** Field of the document's `type Query` or `type Mutation`. */
export interface DeclaredOperation {
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly type: string }[];
  readonly type: string;
  readonly description?: string;
  readonly directives: readonly string[];
  readonly subscription: boolean;
  /** `@custom` or `@lambda`: the source of the answer. */
  readonly source?: Source;
}

export interface GraphqlModel {
  /** Names of types, interfaces, enums, unions and inputs in the order of the document. */
  readonly order: readonly string[];
  readonly types: ReadonlyMap<string, GraphqlType>;
  readonly enums: ReadonlyMap<string, GraphqlEnum>;
  readonly unions: ReadonlyMap<string, GraphqlUnion>;
  readonly inputs: ReadonlyMap<string, GraphqlInput>;
  readonly queries: readonly DeclaredOperation[];
  readonly mutations: readonly DeclaredOperation[];
  /** Types that implement an interface, in the order of the document. */
  readonly implementations: ReadonlyMap<string, readonly string[]>;
  /**
   * Classes and unions of classes, each with itself and its subclasses; present if object types are classes. A node may
   * then have several types, fragments may be on any of them, and `__typename` is the most specific. Without classes a
   * node has only its declared type.
   */
  readonly classes?: Classes;
  /**
   * Predicates of edges, without brackets, that entail facts about the nodes they lead to. The backend deletes such
   * edges along with a node.
   */
  readonly entailing?: ReadonlySet<string>;
  /**
   * Name of the type of the properties that belong to every class. Requests may select and write these fields on each
   * class, or under its field of this type. Introspection shows the latter only.
   */
  readonly common?: string;
  /** `# Dgraph.Secret name "value"`: header values for services. */
  readonly secrets: ReadonlyMap<string, string>;
  /** True if any field of a stored type has a value from a service. */
  readonly hasServices: boolean;
  /** Verification of the tokens that supply variables for `@auth`. */
  readonly authorization?: Authorization;
}

export interface Classes {
  has(name: string): boolean;
  /** Returns the class, its equivalents and all below. */
  get(name: string): ReadonlySet<string> | undefined;
  /** True if a class has subclasses or equivalents, without the set of all of them. */
  hasOthers(name: string): boolean;
  /** Returns the classes above a class, and its equivalents. */
  above(name: string): readonly string[];
  /** Returns the classes directly above a class. */
  parents?(name: string): readonly string[];
  /** Counts the pairs of a class and a class above it, until there are more than a limit. */
  pairCount(limit: number): number;
}

/** True if a class is a proper subclass of another, not an equivalent. */
export const isStrictlyBelow = (classes: Classes, low: string, high: string): boolean =>
  (classes.get(high)?.has(low) ?? false) && !classes.get(low)?.has(high);

export const printType = ({ name, list, nonNull, elementNonNull }: TypeReference): string =>
  list ? `[${name}${elementNonNull ? '!' : ''}]${nonNull ? '!' : ''}` : `${name}${nonNull ? '!' : ''}`;

/** True for `name@hi:en`, a value in the first available of several languages. */
export const hasSeveralLanguages = ({ predicate }: GraphqlField): boolean => /^[^@]*@.*:/.test(predicate);
