/** Names of nodes in one mutation: of a DQL variable, and of a blank node. One value of an `@id` field has one name. */
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import { originOf } from './input';

export class NodeNames {
  private count = 0;
  private readonly known = new Map<string, string>();

  constructor(private readonly model: GraphqlModel) {}

  next(type: string): string {
    return `${type}_${++this.count}`;
  }

  /** @param scope what tells two questions about one value apart */
  ofKey(type: GraphqlType, field: string, value: string, scope = ''): string {
    // What has no value names no node; each is refused on its own.
    if (value === '') return this.next(type.name);
    const key = JSON.stringify([originOf(type, field, this.model).name, scope, field, value]);
    const name = this.known.get(key) ?? this.next(type.name);
    this.known.set(key, name);
    return name;
  }
}
