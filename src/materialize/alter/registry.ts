/** Operations on /alter that would change the predicates of the registry. */
import type { AlterOperation } from '../../dql';
import { OwlgateError } from '../../errors';
import { protectFromDrop, protectFromSchema } from '../in-force/registry-schema';

/**
 * Refuses them, and bodies of which an engine might carry out another part than was read here. To drop everything is
 * allowed: the ontology goes with it. An operation that is invalid is for the engine to refuse.
 *
 * @throws OwlgateError ReservedPredicate, InvalidRequest; DqlSyntaxError
 */
export function protectRegistry(operation: AlterOperation): void {
  switch (operation.kind) {
    case 'schema':
      return protectFromSchema(operation.text);
    case 'dropPredicate':
      return protectFromDrop(operation.name);
    case 'unreadable': {
      const reason = `the operation cannot be read: ${operation.reason}; nothing was changed`;
      throw new OwlgateError('InvalidRequest', { reason });
    }
    default:
  }
}
