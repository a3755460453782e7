/** Damage of the registry that a gateway has found while following it. */
import { OwlgateError } from '../../errors';
import type { Logger } from '../../util/log';
import { damage, damagedError } from './registry-damage';
import type { RegistryHead } from './registry';

/** Interval between reads of a damaged version, in case it is repaired in place. */
const RECHECK_MS = 1_000;

/** Head of the version in force, with a digest of its contents. */
export type HeadInForce = RegistryHead & { readonly content: string };

interface Damaged {
  readonly error: OwlgateError;
  /** Readable head that leads to the damage. */
  readonly head: RegistryHead | undefined;
  readonly since: number;
}

export class RegistryWatch {
  private damaged: Damaged | undefined;

  constructor(private readonly logger: Logger) {}

  /** Damage of the registry, until it is repaired. */
  get damage(): OwlgateError | undefined {
    return this.damaged?.error;
  }

  /** Returns true if this head was found damaged a moment ago: a complete read can wait. */
  isRecent(head: RegistryHead | undefined): boolean {
    const { damaged } = this;
    if (!damaged?.head || !head || Date.now() - damaged.since > RECHECK_MS) return false;
    return isSameHead(damaged.head, head);
  }

  /** Notes a damage, and logs each once. */
  note(error: OwlgateError, head: RegistryHead | undefined): void {
    const { damaged } = this;
    const reason = error.message;
    if (!damaged) {
      this.logger.error('registry damaged; loads and writes that rules concern are refused', { reason });
    } else if (damaged.error.message !== reason) this.logger.warn('registry has other damage', { reason });
    this.damaged = { error, head, since: Date.now() };
  }

  noteSound(): void {
    if (this.damaged) this.logger.info('registry is intact again');
    this.damaged = undefined;
  }
}

export const isDamage = (error: unknown): error is OwlgateError =>
  error instanceof OwlgateError && error.code === 'OntologyDamaged';

export const isSameHead = (a: RegistryHead, b: RegistryHead): boolean =>
  a.uid === b.uid && a.version === b.version && a.digest === b.digest && a.current === b.current;

/**
 * Refuses a head that went back or whose version changed. A head only moves to later versions, and a version never
 * changes. A repair, or a load after the data was dropped, creates a new head.
 *
 * @throws OwlgateError OntologyDamaged
 */
export function refuseRevision(before: HeadInForce, after: HeadInForce): void {
  if (before.uid !== after.uid || before.version < after.version) return;
  if (before.version > after.version) {
    const reason = `it went back from version ${before.version} to version ${after.version}`;
    throw damagedError([damage('the head', reason, 'restart')]);
  }
  if (before.content === after.content) return;
  const reason = 'its contents differ from the ontology in force';
  throw damagedError([damage(`version ${after.version}`, reason, 'restart')]);
}
