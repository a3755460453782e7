/** Replaces the query's variables in an upsert's statements (edgraph/server.go, updateMutations). */
import type { NodeRef } from '../../dql';
import type { Uid } from '../storage';
import type { Value } from '../values';
import { MutationError } from './errors';
import type { Quad, QuadMutation } from './quad';

/** Variables that the query of an upsert defines. */
export interface UpsertVariables {
  /** Nodes of a variable; for a value variable, the nodes that have a value. */
  uids(name: string): ArrayLike<Uid>;
  /** Values by node, with the value of an aggregate under 0; undefined if the variable does not exist. */
  values(name: string): ReadonlyMap<Uid, Value> | undefined;
}

/** Maximum statements of a request after replacement. */
const MAX_QUADS = 1_000_000;
/** Maximum nodes of a variable. */
const MAX_NODES = 1_000_000;

/** Replaces the variables of a request's mutations. */
export class VariableExpansion {
  private count = 0;

  constructor(private readonly variables: UpsertVariables) {}

  /**
   * Replaces variables. `uid(v)` gives one statement per node; without nodes, a set statement gets a new node and a
   * delete is dropped. `val(v)` is the value at the subject; a statement without a value is dropped.
   *
   * @throws MutationError beyond the limits
   */
  expand(mutation: QuadMutation): QuadMutation {
    const remove = mutation.delete.flatMap((quad) => this.nodes(quad, true)).flatMap((quad) => this.value(quad, true));
    const set = mutation.set.flatMap((quad) => this.nodes(quad, false)).flatMap((quad) => this.value(quad, false));
    return { ...mutation, set, delete: remove };
  }

  private nodes(quad: Quad, remove: boolean): readonly Quad[] {
    const { subject, object } = quad;
    const objectIsVariable = object.kind === 'uidVar';
    if (subject.kind !== 'uidVar' && !objectIsVariable) return [quad];
    const subjects = this.refs(subject, remove);
    const objects = objectIsVariable ? this.refs(object, remove) : [object];
    this.countQuads(subjects.length * objects.length);
    return subjects.flatMap((s) => objects.map((o) => ({ ...quad, subject: s, object: o })));
  }

  private refs(node: NodeRef, remove: boolean): readonly NodeRef[] {
    if (node.kind !== 'uidVar') return [node];
    const uids = this.variables.uids(node.variable);
    if (uids.length > MAX_NODES) throw new MutationError(`var [${node.variable}] has over million UIDs`);
    if (uids.length > 0) return Array.from(uids, (uid) => ({ kind: 'uid', uid: `0x${uid.toString(16)}` }));
    return remove ? [] : [{ kind: 'blank', label: `uid(${node.variable})` }];
  }

  private value(quad: Quad, remove: boolean): readonly Quad[] {
    const { subject, object } = quad;
    if (object.kind !== 'valVar') return [quad];
    if (subject.kind === 'blank' && remove) return [];
    const values = this.variables.values(object.variable);
    const at = subject.kind === 'uid' ? Number(subject.uid) : 0;
    const value = values?.get(at) ?? values?.get(0);
    if (value === undefined) return [];
    this.countQuads(1);
    return [{ ...quad, object: { kind: 'value', value } }];
  }

  private countQuads(n: number): void {
    this.count += n;
    if (this.count > MAX_QUADS) {
      throw new MutationError(`NQuad count in the request: ${this.count}, is more that threshold: ${MAX_QUADS}`);
    }
  }
}
