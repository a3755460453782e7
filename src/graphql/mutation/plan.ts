/** Plan of a mutation's field: its upsert, and the touched nodes from the answer. */
import type { Admit, Upsert, UpsertAnswer } from '../backend';
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import type { Selection } from '../request/selection';
import { isMembers } from '../members';

export interface MutationField {
  readonly selection: Selection;
  readonly kind: 'add' | 'update' | 'delete';
  readonly type: GraphqlType;
}

/** Variable and block of the nodes that a filter finds. */
export const FILTERED = 'x';
export const FILTERED_BLOCK = 'touched';

export interface Plan {
  readonly upsert: Upsert;
  /** Check before the commit. */
  readonly admit?: Admit | undefined;
  /** False if another request has added the same nodes meanwhile, and nothing was written. */
  isWritten?(answer: UpsertAnswer): boolean;
  /** Uids of the nodes at the top, in the order of the input. */
  touched(answer: UpsertAnswer): string[];
}

/** Undefined for operations that the schema declares, and for unknown ones. */
export function fieldOf(selection: Selection, model: GraphqlModel): MutationField | undefined {
  const [, kind, name = ''] = /^(add|update|delete)(.*)$/s.exec(selection.name) ?? [];
  const type = model.types.get(name);
  const isDeclared = model.mutations.some((each) => each.name === selection.name);
  return type && !isDeclared ? { selection, kind: kind as MutationField['kind'], type } : undefined;
}

/** Uids in a block of an upsert's answer. */
export function uidsOf(nodes: unknown): string[] {
  return (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown) => (isMembers(node) ? [String(node['uid'])] : []));
}
