/** Access rules of a mutation: for nodes that it changes, creates, and removes edges from. */
import type { Access } from '../auth/access';
import type { Admit } from '../backend';
import { Names, NodeSet } from '../query/names';
import { filtered, uidFunction } from '../query/text';
import { RequestFailure } from '../request/failure';
import type { GraphqlType } from '../sdl/model';
import { uidsOf } from './plan';

const FAILED = 'mutation failed because authorization failed';

export class WriteRules {
  /** Its blocks become part of the upsert. */
  readonly names: Names;
  /** Names of new blank nodes → their types. */
  readonly created = new Map<string, string>();
  /** Blocks of the upsert with nodes that must not change. */
  private readonly withheld: string[] = [];

  constructor(readonly access: Access | undefined) {
    this.names = new Names(access);
  }

  /** Requires update access to the nodes of a variable, since they lose an edge. */
  takesFrom(variable: string, type: string): void {
    if (!this.access) return;
    const nodes = NodeSet.named(variable, this.names);
    const condition = this.access.condition(type, 'update', nodes, this.names);
    if (condition === 'granted') return;
    const name = `withheld${this.withheld.length}`;
    const filter = condition === 'denied' ? undefined : `NOT (${condition.filter})`;
    this.withheld.push(name);
    this.names.blocks.push(`${name}(func: ${uidFunction([variable])})${filtered(filter)} { uid }`);
  }

  /** Returns a general refusal in place of a message that shows which nodes exist, unless all nodes are readable. */
  concealed({ name }: GraphqlType, message: string): string {
    return this.access?.grants(name, 'query') === false ? 'authorization failed' : message;
  }

  /** Undefined if every new node is admitted. */
  admit(): Admit | undefined {
    const { access, withheld } = this;
    if (!access) return undefined;
    const guardedNodes = [...this.created].filter(([, type]) => !access.grants(type, 'add'));
    if (guardedNodes.length === 0 && withheld.length === 0) return undefined;
    return async (answer, query) => {
      if (withheld.some((name) => uidsOf(answer.queries[name]).length > 0)) throw RequestFailure.of(FAILED);
      const createdUids = new Map<string, string[]>();
      for (const [name, type] of guardedNodes) {
        const uid = answer.uids[name];
        if (uid !== undefined) createdUids.set(type, [...(createdUids.get(type) ?? []), uid]);
      }
      const names = new Names(access);
      const counts: (readonly [string, number])[] = [];
      for (const [type, uids] of createdUids) {
        const nodes = new NodeSet(names, (name) => `${name} as var(func: ${uidFunction(uids)})`);
        const condition = access.condition(type, 'add', nodes, names);
        if (condition === 'denied') throw RequestFailure.of(FAILED);
        if (condition === 'granted') continue;
        const block = `made${counts.length}`;
        names.blocks.push(`${block}(func: ${uidFunction([nodes.variable()])})${filtered(condition.filter)} { uid }`);
        counts.push([block, uids.length]);
      }
      if (counts.length === 0) return;
      const answers = await query(`query {\n${names.blocks.join('\n')}\n}`);
      if (counts.some(([block, count]) => uidsOf(answers[block]).length !== count)) throw RequestFailure.of(FAILED);
    };
  }
}
