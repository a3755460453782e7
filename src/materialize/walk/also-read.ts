/**
 * Predicates of a page's nodes that are read along with the page: those that rules asked for at most nodes of an earlier
 * page of the step. Without them, a second query would name each node.
 */
import { TYPE_PREDICATE } from '../../mutation';
import type { EngineSchema } from '../store/engine-schema';
import type { Need } from '../store/need';

export class AlsoRead {
  private readonly names = new Set<string>();

  get predicates(): readonly string[] {
    return [...this.names];
  }

  /**
   * Learns from the needs that the facts of a page left. Lists of edges are not learned: they may be long.
   *
   * @param nodes of the page
   */
  learn(needs: readonly Need[], nodes: readonly string[], schema: EngineSchema): void {
    const ofPage = new Set(nodes);
    const asking = new Map<string, Set<string>>();
    for (const { s, p } of needs) {
      if (s === undefined || !ofPage.has(s)) continue;
      const declared = schema.get(p);
      const isShort = p === TYPE_PREDICATE || (declared !== undefined && (declared.type !== 'uid' || !declared.list));
      if (isShort) asking.set(p, (asking.get(p) ?? new Set()).add(s));
    }
    for (const [p, subjects] of asking) if (subjects.size * 2 > nodes.length) this.names.add(p);
  }
}
