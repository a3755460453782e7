/** Rules of access that a mutation has to do with: of the nodes that it changes, makes, and takes edges from. */
import type { Access } from '../auth/access';
import type { Admit } from '../backend';
import { Names, NodeSet } from '../query/children';
import { filtered, uidFunction } from '../query/text';
import { RequestFailure } from '../request/failure';
import type { GraphqlType } from '../sdl/model';
import { uidsOf } from './plan';

const FAILED = 'mutation failed because authorization failed';

export class WriteRules {
  /** Its blocks are the upsert's. */
  readonly names: Names;
  /** Names of the blank nodes that are made → their types. */
  readonly created = new Map<string, string>();
  /** Blocks of the upsert that find nodes which may not be changed. */
  private readonly withheld: string[] = [];

  constructor(readonly access: Access | undefined) {
    this.names = new Names(access);
  }

  /** Nodes of a variable lose an edge, for which they have to be open to updates. */
  takesFrom(variable: string, type: string): void {
    if (!this.access) return;
    const nodes = NodeSet.named(variable, this.names);
    const condition = this.access.condition(type, 'update', nodes, this.names);
    if (condition === 'granted') return;
    const name = `withheld${this.withheld.length}`;
    const where = condition === 'denied' ? undefined : `NOT (${condition.filter})`;
    this.withheld.push(name);
    this.names.blocks.push(`${name}(func: ${uidFunction([variable])})${filtered(where)} { uid }`);
  }

  /** Who may not see every node of a type is not told which ones there are. */
  concealed({ name }: GraphqlType, message: string): string {
    return this.access?.grants(name, 'query') === false ? 'authorization failed' : message;
  }

  /** Undefined: whatever is made may be. */
  admit(): Admit | undefined {
    const { access, withheld } = this;
    if (!access) return undefined;
    const asked = [...this.created].filter(([, type]) => !access.grants(type, 'add'));
    if (asked.length === 0 && withheld.length === 0) return undefined;
    return async (answer, query) => {
      if (withheld.some((name) => uidsOf(answer.queries[name]).length > 0)) throw RequestFailure.of(FAILED);
      const made = new Map<string, string[]>();
      for (const [name, type] of asked) {
        const uid = answer.uids[name];
        if (uid !== undefined) made.set(type, [...(made.get(type) ?? []), uid]);
      }
      const names = new Names(access);
      const counts: (readonly [string, number])[] = [];
      for (const [type, uids] of made) {
        const nodes = new NodeSet(names, (name) => `${name} as var(func: ${uidFunction(uids)})`);
        const condition = access.condition(type, 'add', nodes, names);
        if (condition === 'denied') throw RequestFailure.of(FAILED);
        if (condition === 'granted') continue;
        const block = `made${counts.length}`;
        names.blocks.push(`${block}(func: ${uidFunction([nodes.variable()])})${filtered(condition.filter)} { uid }`);
        counts.push([block, uids.length]);
      }
      if (counts.length === 0) return;
      const found = await query(`query {\n${names.blocks.join('\n')}\n}`);
      if (counts.some(([block, count]) => uidsOf(found[block]).length !== count)) throw RequestFailure.of(FAILED);
    };
  }
}
