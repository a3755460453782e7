/** Groups of a cluster with access control, and their rights to predicates. */
import type { Engine } from '../../dgraph';

/** Group other than guardians, whose members may do everything. */
export interface Group {
  readonly name: string;
  readonly reads: (predicate: string) => boolean;
  readonly writes: (predicate: string) => boolean;
  readonly alters: (predicate: string) => boolean;
}

const QUESTION =
  '{ groups(func: type(dgraph.type.Group)) { dgraph.xid dgraph.acl.rule { dgraph.rule.predicate ' +
  'dgraph.rule.permission } } }';
const GUARDIANS = 'guardians';
/** Bits of a permission. */
const READ = 4;
const WRITE = 2;
const ALTER = 1;
/** Name of a rule for every predicate. */
const EVERY = 'dgraph.all';

interface StoredGroup {
  readonly 'dgraph.xid'?: string;
  readonly 'dgraph.acl.rule'?: readonly {
    readonly 'dgraph.rule.predicate'?: string;
    readonly 'dgraph.rule.permission'?: number;
  }[];
}

/** Reads the groups with the gateway's own login. @throws EngineFailure, OwlgateError EngineUnreachable */
export async function readGroups(engine: Pick<Engine, 'query'>): Promise<readonly Group[]> {
  const { data } = await engine.query<{ readonly groups?: readonly StoredGroup[] }>(QUESTION, { readOnly: true });
  return (data.groups ?? []).flatMap((stored) => {
    const name = stored['dgraph.xid'];
    return name === undefined || name === GUARDIANS ? [] : [groupOf(name, stored)];
  });
}

function groupOf(name: string, { 'dgraph.acl.rule': rules = [] }: StoredGroup): Group {
  const permissions = new Map<string, number>();
  for (const { 'dgraph.rule.predicate': predicate, 'dgraph.rule.permission': permission = 0 } of rules) {
    if (predicate !== undefined) permissions.set(predicate, (permissions.get(predicate) ?? 0) | permission);
  }
  const every = permissions.get(EVERY) ?? 0;
  const has = (bit: number) => (predicate: string) => ((every | (permissions.get(predicate) ?? 0)) & bit) !== 0;
  return { name, reads: has(READ), writes: has(WRITE), alters: has(ALTER) };
}
