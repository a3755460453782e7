/**
 * Views of the ontology in force, by the rights of the cluster.
 *
 * Without access control every client sees everything. With access control a client needs a token that the engine
 * accepts. Each such client sees all classes, since `schema {}` lists the names of all types for each; it sees
 * properties whose predicates it may read, and the document if it may read all of them.
 */
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { TYPE_PREDICATE } from '../../mutation';
import type { Introspection } from '../../ontology';
import { IRI_PREDICATE } from '../../schema';
import type { Outline } from '../history/outline';
import type { InForce } from '../in-force/types';
import type { Materializer } from '../types';
import { isForeign } from '../write/access';
import { Rights } from './rights';

/** Client of an engine, and the ontology in force there. */
export interface Viewer {
  readonly engine: Engine;
  readonly materializer: Pick<Materializer, 'inForce'>;
  readonly credentials: Credentials | undefined;
}

/** Introspection of an ontology, reduced to what a client may read. */
interface IntrospectionView {
  readonly version: number;
  readonly introspection: Introspection;
}

/**
 * @throws OwlgateError AccessDenied if the engine does not accept the client's token, or the token is of another
 *   namespace
 */
export async function requireCaller({ engine, credentials }: Omit<Viewer, 'materializer'>): Promise<void> {
  const rights = Rights.on(engine);
  if (!rights.apply(credentials)) return;
  if (isForeign(engine, credentials)) {
    throw denied(`the token belongs to another namespace than ${engine.identity!.namespace}`);
  }
  try {
    await rights.confirm(credentials);
  } catch (error) {
    throw error instanceof EngineFailure ? denied(error.message) : error;
  }
}

/** @throws OwlgateError AccessDenied, NoOntology, EngineUnreachable */
export async function introspectionFor(viewer: Viewer): Promise<IntrospectionView> {
  await requireCaller(viewer);
  const { version, introspection, loaded } = inForceOf(viewer);
  const rights = Rights.on(viewer.engine);
  if (!rights.apply(viewer.credentials)) return { version, introspection };
  const readable = await rights.readable(viewer.credentials, loaded.names.all('property'));
  return { version, introspection: introspection.restrictedTo((name) => readable.has(name)) };
}

/**
 * Returns the whole ontology.
 *
 * @throws OwlgateError AccessDenied if it has a predicate that the client may not read; NoOntology, EngineUnreachable
 */
export async function documentFor(viewer: Viewer): Promise<InForce> {
  await requireCaller(viewer);
  const inForce = inForceOf(viewer);
  const { names, reduced } = inForce.loaded;
  await requirePredicates(viewer, names.all('property'), reduced.individuals.size > 0);
  return inForce;
}

/** @throws OwlgateError AccessDenied for an ontology with a predicate that the client may not read */
export const requireReadable = (
  client: Omit<Viewer, 'materializer'>,
  { properties, hasIndividuals }: Pick<Outline, 'properties' | 'hasIndividuals'>,
): Promise<void> => requirePredicates(client, Object.values(properties), hasIndividuals);

async function requirePredicates(
  { engine, credentials }: Omit<Viewer, 'materializer'>,
  properties: readonly string[],
  hasIndividuals: boolean,
): Promise<void> {
  const rights = Rights.on(engine);
  if (!rights.apply(credentials)) return;
  const needed = [...properties, TYPE_PREDICATE, ...(hasIndividuals ? [IRI_PREDICATE.name] : [])];
  const readable = await rights.readable(credentials, needed);
  if (needed.every((name) => readable.has(name))) return;
  throw denied(
    'the ontology has predicates that this login may not read; log in as a member of the group guardians, or use ' +
      'GET /ontology/introspect, which has what this login may read',
  );
}

function inForceOf({ materializer }: Viewer): InForce {
  if (!materializer.inForce) throw new OwlgateError('NoOntology');
  return materializer.inForce;
}

const denied = (reason: string): OwlgateError =>
  new OwlgateError('AccessDenied', { reason: `the cluster has access control: ${reason}` });
