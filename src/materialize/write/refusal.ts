/** Why a write is not carried out. */
import type { OwlgateError } from '../../errors';

/** Refusals of one write, all of them. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly errors: readonly OwlgateError[]) {
    super(errors.map(({ message }) => message).join('; '));
  }
}
