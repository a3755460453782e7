/** Names of nodes in one mutation, for DQL variables and blank nodes. Each value of an `@id` field has one name. */
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import { originOf } from './input';

export class NodeNames {
  private count = 0;
  private readonly namesByKey = new Map<string, string>();

  constructor(private readonly model: GraphqlModel) {}

  next(type: string): string {
    return `${type}_${++this.count}`;
  }

  /** @param scope distinguishes two queries for one value */
  ofKey(type: GraphqlType, field: string, value: string, scope = ''): string {
    // An empty value identifies no node; each is refused separately.
    if (value === '') return this.next(type.name);
    const key = JSON.stringify([originOf(type, field, this.model).name, scope, field, value]);
    const name = this.namesByKey.get(key) ?? this.next(type.name);
    this.namesByKey.set(key, name);
    return name;
  }
}
