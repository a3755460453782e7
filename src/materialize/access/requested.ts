/** Rights that a mutation needs on a cluster with access control, and their effect on it. */
import type { MutationRequest, NQuad } from '../../dql';
import type { Credentials } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { TYPE_PREDICATE } from '../../mutation';
import { IRI_PREDICATE } from '../../schema';
import type { EngineSchema } from '../store/engine-schema';
import type { Rights } from './rights';

/** Predicate of `S * *`. For Dgraph it means all predicates that the client may write. */
const ALL = '*';

/**
 * Lets the engine check the right to write a request's predicates, before anything is read or reasoned for it. Nodes
 * named by IRIs are looked up by the predicate of IRIs, and created if missing.
 *
 * @param request with Dgraph names
 * @throws EngineFailure with the engine's message; OwlgateError AccessDenied if nodes are named by IRIs that the client
 *   may not read
 */
export async function requireRights(
  { mutations }: MutationRequest,
  rights: Rights,
  credentials: Credentials | undefined,
  schema: EngineSchema,
): Promise<void> {
  if (!rights.apply(credentials)) return;
  const sets = mutations.flatMap(({ set }) => set);
  const deletes = mutations.flatMap((mutation) => mutation.delete);
  const names = new Set([...sets, ...deletes].map(({ predicate }) => predicate));
  names.delete(ALL);
  if (sets.some(namesByIri)) names.add(IRI_PREDICATE.name);
  await rights.requireWritable(credentials, names);
  const isLookedUp = schema.get(IRI_PREDICATE.name) !== undefined && [...sets, ...deletes].some(namesByIri);
  if (!isLookedUp || (await rights.readable(credentials, [IRI_PREDICATE.name])).size > 0) return;
  const reason = `the request names nodes by IRIs, which needs the right to read the predicate ${IRI_PREDICATE.name}`;
  throw new OwlgateError('AccessDenied', { reason });
}

const namesByIri = ({ subject, object }: NQuad): boolean => subject.kind === 'iri' || object.kind === 'iri';

/**
 * Returns a test of the right to write a predicate, for a request that deletes whole nodes: Dgraph omits from such a
 * delete the predicates that the client may not write. Empty for other requests.
 *
 * @throws as Rights.confirm
 */
export async function wholeDeleteRights(
  { mutations }: MutationRequest,
  rights: Rights,
  credentials: Credentials | undefined,
  schema: EngineSchema,
): Promise<{ readonly mayWrite?: (predicate: string) => boolean }> {
  const isWhole = mutations.some((mutation) => mutation.delete.some(({ predicate }) => predicate === ALL));
  if (!isWhole || !rights.apply(credentials)) return {};
  const fields = (schema.answer.types ?? []).flatMap(({ name }) => schema.fieldsOf(name));
  const predicates = new Set([TYPE_PREDICATE, ...fields]);
  const writable = await rights.writable(credentials, [...predicates]);
  // Edges of the ontology that belong to no type are checked by edgeRights.
  return { mayWrite: (predicate) => !predicates.has(predicate) || writable.has(predicate) };
}
