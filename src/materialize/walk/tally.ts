/** Running totals of a walk over the stored facts. */
import type { OwlgateError } from '../../errors';
import { contradictionError } from '../write/contradiction-messages';
import type { Settled } from '../store/settle';
import type { MaterializationReport, StoredViolation } from './types';
import { UidSet } from './uid-set';

const MAX_LISTED = 1000;
/** Maximum remembered violations. A further violation counts each time it is met. */
export const MAX_REMEMBERED = 100_000;

export interface Counts {
  /** Nodes whose facts changed. */
  readonly nodes: number;
  readonly inferred: number;
  readonly retracted: number;
  readonly violations: number;
}

export const NOTHING: Counts = { nodes: 0, inferred: 0, retracted: 0, violations: 0 };

export class Tally {
  private readonly nodes = new UidSet();
  private readonly listed: StoredViolation[] = [];
  private readonly remembered = new Set<string>();
  private violations: number;
  private inferred: number;
  private retracted: number;
  /** Facts inferred so far in each batch or page that is not committed. */
  private readonly uncommitted = new Map<object, number>();

  /**
   * @param before totals of the walk to resume; a node or violation that is met again counts again
   * @param name returns the name of a node in messages
   */
  constructor(
    private readonly before: Counts = NOTHING,
    private readonly name: (node: string) => string = (node) => node,
  ) {
    ({ violations: this.violations, inferred: this.inferred, retracted: this.retracted } = before);
  }

  /**
   * Adds a page after its commit.
   *
   * @param collisions values that are not written because another value is stored
   */
  add({ workingSet, inference }: Settled, collisions: readonly OwlgateError[]): void {
    this.inferred += inference.inferred.length;
    this.retracted += inference.retracted.length;
    const contradictions = inference.contradictions.map((each) =>
      contradictionError(workingSet, each, (term) => term, 'fixed'),
    );
    this.addViolations([...contradictions, ...collisions]);
  }

  /** Carries out the work of a batch or page. @param work calls `note` with the number of facts that it has inferred */
  async during<T>(work: (note: (inferred: number) => void) => Promise<T>): Promise<T> {
    try {
      return await work((inferred) => this.uncommitted.set(work, inferred));
    } finally {
      this.uncommitted.delete(work);
    }
  }

  /** Number of facts that batches and pages have inferred and not committed. */
  get pending(): number {
    return [...this.uncommitted.values()].reduce((sum, each) => sum + each, 0);
  }

  /** Adds the nodes whose facts changed, after their commit. */
  addNodes({ workingSet: { table, terms }, inference: { inferred, retracted } }: Settled): void {
    for (const row of inferred) this.nodes.add(terms.text(table.subject[row]!));
    for (const row of retracted) this.nodes.add(terms.text(table.subject[row]!));
  }

  /** Adds a page of types after its commit. @param nodes nodes that gained a type */
  addTypes(nodes: readonly string[], inferred: number): void {
    for (const node of nodes) this.nodes.add(node);
    this.inferred += inferred;
  }

  /** Adds contradictions; one that was met before counts once. */
  addViolations(errors: readonly Pick<OwlgateError, 'message'>[]): void {
    for (const { message: text } of errors) {
      const message = text.replace(/\b0x[0-9a-f]+\b/g, (uid) => this.name(uid));
      if (this.remembered.has(message)) continue;
      if (this.remembered.size < MAX_REMEMBERED) this.remembered.add(message);
      this.violations++;
      const entity = /on entity (\S+):/.exec(message)?.[1] ?? '';
      if (this.listed.length < MAX_LISTED) this.listed.push({ message, entity });
    }
  }

  get counts(): Counts {
    const { before, nodes, inferred, retracted, violations } = this;
    return { nodes: before.nodes + nodes.size, inferred, retracted, violations };
  }

  get report(): MaterializationReport {
    const { violations: violationCount, ...counts } = this.counts;
    return { ...counts, violations: this.listed, violationCount };
  }
}
