/** A mutation's field, and what it comes to: an upsert, and how its answer tells which nodes it touched. */
import type { Admit, Upsert, UpsertAnswer } from '../backend';
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import type { Selection } from '../request/selection';
import { isMembers } from '../members';

export interface MutationField {
  readonly selection: Selection;
  readonly kind: 'add' | 'update' | 'delete';
  readonly type: GraphqlType;
}

/** The variable, and the block, of the nodes that a filter finds. */
export const FILTERED = 'x';
export const FILTERED_BLOCK = 'touched';

export interface Plan {
  readonly upsert: Upsert;
  /** Asked before it is committed. */
  readonly admit?: Admit | undefined;
  /** False: another has added meanwhile what was to be added, and nothing was written. */
  isWritten?(answer: UpsertAnswer): boolean;
  /** The uids of the nodes at the top, in the order of the input. */
  touched(answer: UpsertAnswer): string[];
}

/** Undefined: the schema's own, or none that there is. */
export function fieldOf(selection: Selection, model: GraphqlModel): MutationField | undefined {
  const [, kind, name = ''] = /^(add|update|delete)(.*)$/s.exec(selection.name) ?? [];
  const type = model.types.get(name);
  const own = model.mutations.some((each) => each.name === selection.name);
  return type && !own ? { selection, kind: kind as MutationField['kind'], type } : undefined;
}

/** The uids of a block of an upsert. */
export function uidsOf(nodes: unknown): string[] {
  return (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown) => (isMembers(node) ? [String(node['uid'])] : []));
}
