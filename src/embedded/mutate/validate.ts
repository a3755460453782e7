/** Checks of statements without schema and data (edgraph/server.go, validateNQuads). */
import { describeQuad } from './describe';
import { MutationError } from './errors';
import type { Quad, QuadMutation } from './quad';
import { isOwnPredicate } from './reserved';

const MAX_NAME_BYTES = 65_535;

/** @throws MutationError */
export function validateMutation(mutation: QuadMutation): void {
  for (const quad of mutation.set) validateSet(quad);
  for (const quad of mutation.delete) validateDelete(quad);
}

function validateSet(quad: Quad): void {
  validateName(quad.predicate);
  if (quad.predicate === '*' || quad.object.kind === 'star') {
    throw new MutationError(`Cannot use star in set n-quad: ${describeQuad(quad)}`);
  }
  const fault = keyFault(quad.predicate);
  if (fault) {
    throw new MutationError(`key error: ${describeQuad(quad)}: predicate ${JSON.stringify(quad.predicate)}: ${fault}`);
  }
  for (const { key } of quad.facets) {
    const wrong = keyFault(key);
    if (wrong) throw new MutationError(`key error: ${describeQuad(quad)}: Facet ${JSON.stringify(key)}, ${wrong}`);
  }
  validateOwner(quad.predicate);
}

function validateDelete(quad: Quad): void {
  validateName(quad.predicate);
  if (quad.predicate === '*' && quad.object.kind !== 'star') {
    throw new MutationError(`Only valid wildcard delete patterns are 'S * *' and 'S P *': ${describeQuad(quad)}`);
  }
  validateOwner(quad.predicate);
}

/**
 * Returns Dgraph's refusal of a name that is too long; encodes only names near the limit.
 *
 * @param maxBytes less in a schema, where Dgraph counts the number of the namespace as well
 */
export function nameProblem(name: string, maxBytes = MAX_NAME_BYTES): string | undefined {
  if (name.length * 3 <= maxBytes || Buffer.byteLength(name) <= maxBytes) return undefined;
  return `Predicate name length cannot be bigger than 2^16. Predicate: ${Buffer.from(name).subarray(0, 80).toString()}`;
}

function validateName(name: string): void {
  const problem = nameProblem(name);
  if (problem !== undefined) throw new MutationError(problem);
}

function validateOwner(predicate: string): void {
  if (isOwnPredicate(predicate)) throw new MutationError(`Cannot mutate graphql reserved predicate ${predicate}`);
}

/** Returns the fault of a predicate's or facet's name; undefined if there is none. */
function keyFault(key: string): string | undefined {
  if (key === '') return 'Has zero length';
  if (/[~@]/.test(key)) return 'Has invalid characters';
  return /\p{White_Space}/u.test(key) ? 'Must not contain spaces' : undefined;
}
