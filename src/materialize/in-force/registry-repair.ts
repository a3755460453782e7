/**
 * Repairs of the registry. `owlgate ontology repair` makes them at the engine itself, since a gateway does not start on
 * a damaged registry. The transaction that changes the registry reads it again first; a sound registry stays unchanged.
 */
import { EngineFailure, retryAborted, type Credentials, type Engine } from '../../dgraph';
import { EngineSchema } from '../store/engine-schema';
import { takeFence } from '../write/fence';
import { isHead } from './registry-check';
import { readDeclarations } from './registry-declarations';
import { FINDING_PREDICATES, inspectRegistry, isOfValues } from './registry-inspection';
import { formerPredicates, migrateRegistry } from './registry-migration';
import { RegistryRewrite, RepairRefused, type RestoreRepair, type Rewritten } from './registry-rewrite';
import { printRegistrySchema } from './registry-schema';
import type { Seal } from './registry-seal';
import { deletePart, deleteRecord, PART_PREDICATES, RECORD_PREDICATES } from './registry-statements';

export { RepairRefused };

/** Requested repair. `remove` leaves no ontology in force, and none stored. */
export type Repair = RestoreRepair | { readonly kind: 'sign' } | { readonly kind: 'remove' };

/**
 * Repairs a registry.
 *
 * @returns the steps taken, one sentence each; empty if nothing was to be done
 * @throws RepairRefused, with nothing changed; as Engine does
 */
export async function repairRegistry(
  engine: Engine,
  seal: Seal,
  repair: Repair,
  credentials?: Credentials,
): Promise<readonly string[]> {
  if (repair.kind === 'sign' && !seal.isKeyed) {
    throw new RepairRefused('OWLGATE_REGISTRY_KEY is not set: there is no key to sign with');
  }
  if (repair.kind !== 'remove') await migrateRegistry(engine, credentials);
  const { actions: repairs, heads } =
    repair.kind === 'remove'
      ? await remove(engine, seal, credentials)
      : await rewrite(engine, seal, repair, credentials);
  // Writes begun under a previous head can no longer commit after this.
  for (const headUid of heads) await takeFence({ engine, schema: new EngineSchema({}), headUid });
  return repairs;
}

async function rewrite(
  engine: Engine,
  seal: Seal,
  repair: Exclude<Repair, { readonly kind: 'remove' }>,
  credentials: Credentials | undefined,
): Promise<Rewritten> {
  const mended = await mendDeclarations(engine, credentials);
  const attempt = new RegistryRewrite(engine, seal, credentials);
  const { actions: repairs, heads } = await retryAborted(() => attempt.run(repair));
  return { actions: [...mended, ...repairs], heads };
}

/** @throws RepairRefused if the engine does not change a declaration while there is data under it */
async function mendDeclarations(engine: Engine, credentials: Credentials | undefined): Promise<readonly string[]> {
  const { missing, different } = await readDeclarations(engine, credentials);
  const names = different.map(({ predicate }) => predicate);
  if (missing.length + names.length === 0) return [];
  try {
    await engine.alter(printRegistrySchema([...missing, ...names]), credentials);
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    const problems = different.map(({ predicate, problem }) => `${predicate}: ${problem}`).join('; ');
    throw new RepairRefused(
      `the engine refuses to change the declaration of ${problems} (${error.message}); --remove drops it`,
    );
  }
  return names.length === 0 ? [] : [`corrected the declarations of ${names.join(', ')}`];
}

/**
 * Removes the registry. The predicate of keys goes first: running gateways conclude from its absence that the ontology
 * was removed. If it were still there, they would take the removal for a drop of data, and store the ontology again.
 */
async function remove(engine: Engine, seal: Seal, credentials: Credentials | undefined): Promise<Rewritten> {
  const { nodes } = await inspectRegistry(engine, seal, { credentials });
  const { missing, different } = await readDeclarations(engine, credentials);
  const isDeclared = !missing.includes('owlgate.key');
  const others = different.map(({ predicate }) => predicate).filter((name) => name !== 'owlgate.key');
  const names = [...others, ...(await formerPredicates(engine, credentials))];
  if (nodes.length === 0 && !isDeclared && names.length === 0) return { actions: [], heads: [] };
  const drop = (drop_attr: string) => engine.alter({ drop_attr }, credentials);
  if (isDeclared) await drop('owlgate.key');
  const options = { contentType: 'application/rdf', commitNow: true, ...(credentials && { credentials }) } as const;
  try {
    await retryAborted(() => engine.mutate(removing(), options));
    for (const name of names) await drop(name);
  } catch (error) {
    // An engine cannot delete a value from an index if the predicate's type does not fit the value.
    if (!isOfValues(error)) throw error;
    for (const name of DROPPED.filter((each) => !missing.includes(each))) await drop(name);
  }
  const heads = nodes.filter(isHead).map(({ uid }) => uid);
  if (nodes.length === 0) return { actions: ['the registry was empty; its declarations were removed'], heads };
  return { actions: ['the registry was removed; no ontology is in force'], heads };
}

const DROPPED = [...RECORD_PREDICATES, ...PART_PREDICATES].filter((name) => name !== 'owlgate.key');

function removing(): string {
  const records = FINDING_PREDICATES.map((name, i) => `r${i} as var(func: has(${name}))`);
  const parts = PART_PREDICATES.map((name, i) => `p${i} as var(func: has(${name}))`);
  const deletes = [
    ...records.flatMap((_, i) => deleteRecord(`uid(r${i})`)),
    ...parts.flatMap((_, i) => deletePart(`uid(p${i})`)),
  ].filter((line) => !line.includes('<owlgate.key>'));
  return `upsert {
    query { ${[...records, ...parts].join('\n')} }
    mutation { delete { \n${deletes.join('\n')}\n } }
  }`;
}
