/** Selections of a node with fragments expanded. DQL is written from this tree, and the answer is read by it. */
import type { TypeReference } from '../sdl/model';
import type { Location } from './failure';
import type { ValueObject } from './values';

export interface Selection {
  readonly name: string;
  /** Name in the response: the alias or the field's name. */
  readonly key: string;
  /** Name in DQL, unique in the document. */
  readonly id: string;
  /** Type that has the field: object, interface, `Query`, `Mutation`, or a generated type. */
  readonly parent: string;
  /** Object types to which the selection applies, if the parent is abstract; undefined: all. */
  readonly only?: ReadonlySet<string>;
  /** For nodes in several classes: the selection applies to nodes with a class in each of these sets. */
  readonly within?: readonly ReadonlySet<string>[];
  readonly type: TypeReference;
  readonly args: ValueObject;
  /** Fields of `@cascade`; empty for all. */
  readonly cascade?: readonly string[];
  readonly children: readonly Selection[];
  readonly location: Location;
}

export const typeText = ({ name, list, nonNull, elementNonNull }: TypeReference): string =>
  list ? `[${name}${elementNonNull ? '!' : ''}]${nonNull ? '!' : ''}` : `${name}${nonNull ? '!' : ''}`;
