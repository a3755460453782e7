/**
 * Groups of a cluster: detects several groups, each of which holds predicates of its own.
 *
 * The engine answers a mutation with the conflict keys of the groups that the mutation concerns. In a cluster with one
 * group, the seal of a commit (commit.ts) collects all keys. With several groups, only the client knows the keys of
 * data in other groups. Guards in the group of `owlgate.lock` then protect that data too (guards.ts).
 */
import type { Engine, TransactionContext } from '../../dgraph';

/** Prefix of a predicate in a transaction's context: `<group>-<namespace>-<name>`. */
const GROUP = /^(\d+)-/;

export class Groups {
  private several = false;

  constructor(private readonly engine: Pick<Engine, 'state'>) {}

  get hasSeveral(): boolean {
    return this.several;
  }

  /** Reads the groups from the cluster's state. If the cluster refuses, the answers to writes show them. */
  async read(): Promise<void> {
    try {
      const { groups } = (await this.engine.state()) as { readonly groups?: Readonly<Record<string, unknown>> };
      if (Object.keys(groups ?? {}).length > 1) this.several = true;
    } catch {
      // The gateway may lack the rights to read the state.
    }
  }

  /** Notes the groups in the answer to a mutation. */
  note({ preds = [] }: TransactionContext): void {
    if (this.several || preds.length < 2) return;
    const [first, ...others] = preds.map((each) => GROUP.exec(each)?.[1]);
    this.several = others.some((each) => each !== first);
  }
}
