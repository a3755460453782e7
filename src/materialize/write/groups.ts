/**
 * Groups of a cluster: whether there are several, each with predicates of its own.
 *
 * The engine answers a mutation with the conflict keys of the groups that it concerns. Where there is one group, the seal of
 * a commit (commit.ts) brings all keys together; where there are several, those of data in other groups are known to the
 * client alone, and what the reasoner rests on them for is locked in the group of `owlgate.lock` as well (guards.ts).
 */
import type { Engine, TransactionContext } from '../../dgraph';

/** Predicates of a transaction come as `<group>-<namespace>-<name>`. */
const GROUP = /^(\d+)-/;

export class Groups {
  private several = false;

  constructor(private readonly engine: Pick<Engine, 'state'>) {}

  get areSeveral(): boolean {
    return this.several;
  }

  /** Asks the cluster. Where it does not tell, the answers to writes will. */
  async learn(): Promise<void> {
    try {
      const { groups } = (await this.engine.state()) as { readonly groups?: Readonly<Record<string, unknown>> };
      if (Object.keys(groups ?? {}).length > 1) this.several = true;
    } catch {
      // To be asked may take rights that the gateway has not.
    }
  }

  /** Takes in what a mutation's answer tells. */
  seen({ preds = [] }: TransactionContext): void {
    if (this.several || preds.length < 2) return;
    const [first, ...others] = preds.map((each) => GROUP.exec(each)?.[1]);
    this.several = others.some((each) => each !== first);
  }
}
