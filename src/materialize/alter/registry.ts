/** Protection of the registry's predicates from operations on /alter. */
import type { AlterOperation } from '../../dql';
import { OwlgateError } from '../../errors';
import type { ReadSchema } from './requested';
import { protectFromDrop, protectFromSchema } from '../in-force/registry-schema';

/**
 * Refuses operations that change predicates of the registry, and bodies that an engine might read differently. A drop
 * of everything is allowed: it removes the ontology as well. Invalid operations are left to the engine to refuse.
 *
 * @throws OwlgateError ReservedPredicate, InvalidRequest; DqlSyntaxError
 */
export function protectRegistry(operation: AlterOperation, read?: ReadSchema): void {
  switch (operation.kind) {
    case 'schema':
      return protectFromSchema(operation.text, read);
    case 'dropPredicate':
      return protectFromDrop(operation.name);
    case 'unreadable': {
      const reason = `the operation cannot be read: ${operation.reason}; nothing was changed`;
      throw new OwlgateError('InvalidRequest', { reason });
    }
    default:
  }
}
