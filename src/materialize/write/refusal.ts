/** Refusal of a write. */
import type { OwlgateError } from '../../errors';
import type { Evidence } from '../access/evidence';

/** All reasons to refuse one write. */
export class WriteRefusal extends Error {
  override readonly name = 'Refusal';

  /** @param evidence evidence of each error, for redaction; only guardians see an error without evidence */
  constructor(
    readonly errors: readonly OwlgateError[],
    readonly evidence: readonly (Evidence | undefined)[] = [],
  ) {
    super(errors.map(({ message }) => message).join('; '));
  }
}
