/** What is selected of a node, fragments spread: the tree from which DQL is written, and along which its answer is read. */
import type { TypeReference } from '../sdl/model';
import type { Location } from './failure';
import type { ValueObject } from './values';

export interface Selection {
  readonly name: string;
  /** The name in the response: the alias, or the field's. */
  readonly key: string;
  /** The name in DQL; no other field of the document has it. */
  readonly id: string;
  /** The type that has the field: an object or an interface, `Query`, `Mutation`, or what is generated. */
  readonly parent: string;
  /** The object types of which it is selected, where the parent is one of several types; undefined: any. */
  readonly only?: ReadonlySet<string>;
  /** Of nodes in several classes: it is selected of those that are in one of each of these sets. */
  readonly within?: readonly ReadonlySet<string>[];
  readonly type: TypeReference;
  readonly args: ValueObject;
  /** `@cascade`: the fields that it names, none for all. */
  readonly cascade?: readonly string[];
  readonly children: readonly Selection[];
  readonly location: Location;
}

export const typeText = ({ name, list, nonNull, elementNonNull }: TypeReference): string =>
  list ? `[${name}${elementNonNull ? '!' : ''}]${nonNull ? '!' : ''}` : `${name}${nonNull ? '!' : ''}`;
