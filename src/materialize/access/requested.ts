/** Rights that a mutation takes, and what it gets on a cluster with access control. */
import type { MutationRequest, NQuad } from '../../dql/mutation/ast';
import type { Credentials } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { TYPE_PREDICATE } from '../../mutation';
import { IRI_PREDICATE } from '../../schema';
import type { EngineSchema } from '../store/engine-schema';
import type { Rights } from './rights';

/** Predicate of `S * *`, to which Dgraph gives the meaning: all that the client may write. */
const ALL = '*';

/**
 * Has the engine check that the client may write what a request states, before anything is read or reasoned for it. Nodes
 * that are named by IRIs are looked up by the predicate of IRIs, and get one where there is none.
 *
 * @param request its names those of Dgraph
 * @throws EngineFailure in the engine's words; OwlgateError AccessDenied where nodes are named by IRIs that it may not read
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
  const reason = `nodes are named by IRIs, which takes the right to read the predicate ${IRI_PREDICATE.name}`;
  throw new OwlgateError('AccessDenied', { reason });
}

const namesByIri = ({ subject, object }: NQuad): boolean => subject.kind === 'iri' || object.kind === 'iri';

/**
 * Test of what the client may write, for a request that deletes all of a node: Dgraph leaves out of such a delete what
 * the client may not write. Empty for other requests.
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
  const writable = await rights.writable(credentials, [TYPE_PREDICATE, ...fields]);
  return { mayWrite: (predicate) => writable.has(predicate) };
}
