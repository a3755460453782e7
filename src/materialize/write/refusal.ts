/** Why a write is not carried out. */
import type { OwlgateError } from '../../errors';
import type { Evidence } from '../access/evidence';

/** Refusals of one write, all of them. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** @param evidence of each error, for clients that may not read everything; an error without is for guardians alone */
  constructor(
    readonly errors: readonly OwlgateError[],
    readonly evidence: readonly (Evidence | undefined)[] = [],
  ) {
    super(errors.map(({ message }) => message).join('; '));
  }
}
