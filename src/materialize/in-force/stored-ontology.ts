/** Ontology in force, read from an engine's registry without a gateway. Changes nothing. */
import type { Engine } from '../../dgraph';
import type { LoadedOntology } from '../../ontology';
import { silent } from '../../util/log';
import { recoverOntology } from './recover';
import { Registry } from './registry';
import type { Seal } from './registry-seal';

/**
 * @returns undefined if no ontology is stored
 * @throws OwlgateError OntologyDamaged; as Engine does
 */
export async function readStoredOntology(engine: Engine, seal: Seal): Promise<LoadedOntology | undefined> {
  const registry = new Registry(engine, silent, seal);
  const head = await registry.readHead();
  return head && recoverOntology(await registry.read(head.version));
}
