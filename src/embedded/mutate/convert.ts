/** Checks and converts edges by the schema (worker/mutation.go, ValidateAndConvert). */
import type { PredicateDeclaration } from '../../dql';
import { convert } from '../values';
import { describeEdge } from './describe';
import { MutationError } from './errors';
import type { Edge } from './quad';

/**
 * Returns the edge with its value as stored.
 *
 * @param declaration undefined for a delete from an undeclared predicate
 * @throws MutationError, ValueError
 */
export function convertEdge(edge: Edge, declaration: PredicateDeclaration | undefined): Edge {
  const { object, predicate } = edge;
  if (object.kind === 'star') return edge;
  const type = declaration?.type ?? 'default';
  if (edge.lang !== '' && !declaration?.lang) {
    throw new MutationError(
      `Attr: [${predicate}] should have @lang directive in schema to mutate edge: [${describeEdge(edge)}]`,
    );
  }
  if (object.kind === 'uid') {
    // A delete under the name of a reverse edge finds nothing.
    if (type === 'uid' || predicate.startsWith('~')) return edge;
    throw new MutationError(`Input for predicate "${predicate}" of type scalar is uid. Edge: ${describeEdge(edge)}`);
  }
  if (type === 'uid') {
    throw new MutationError(`Input for predicate "${predicate}" of type uid is scalar. Edge: ${describeEdge(edge)}`);
  }
  const { value } = object;
  if (value.type === type || type === 'default') return edge;
  if (type === 'float32vector' && value.type !== 'string' && value.type !== 'default') {
    throw new MutationError(
      `Input for predicate "${predicate}" of type vector is not vector. ` +
        `Did you forget to add quotes before []?. Edge: ${describeEdge(edge)}`,
    );
  }
  return { ...edge, object: { kind: 'value', value: convert(value, type) } };
}
