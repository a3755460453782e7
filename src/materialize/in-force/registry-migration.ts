/**
 * Conversion of registries that owlgate up to 0.1 wrote, with a predicate for each value. The conversion is mechanical:
 * damage stays, and is found afterwards as any other.
 */
import { isTooLarge, retryAborted, type Credentials, type Engine } from '../../dgraph';
import { damage, damagedError } from './registry-damage';
import { isOfValues } from './registry-inspection';
import { PROGRESS_FIELDS, RECORD_FIELDS } from './registry-rows';
import { printRegistrySchema } from './registry-schema';

const VALUES = Object.keys(RECORD_FIELDS);
const PROGRESS = Object.keys(PROGRESS_FIELDS);
const EDGES = ['current', 'source', 'names'] as const;

/** Predicates that only the earlier layout has. */
const FORMER_PREDICATES: readonly string[] = [...VALUES, ...PROGRESS, ...EDGES, 'part'].map(
  (name) => `owlgate.${name}`,
);

/** Maximum bytes of an answer: ten versions of the largest ontologies. */
const MAX_BYTES = 16 * 2 ** 20;

type Values = Readonly<Record<string, unknown>>;

/** Returns the predicates of the earlier layout that an engine has. @throws as Engine does */
export async function formerPredicates(engine: Engine, credentials?: Credentials): Promise<readonly string[]> {
  const { data } = await engine.query<{ schema?: readonly { readonly predicate: string }[] }>(
    `schema(pred: [${FORMER_PREDICATES.join(', ')}]) { type }`,
    { readOnly: true, ...(credentials && { credentials }) },
  );
  return (data.schema ?? []).map(({ predicate }) => predicate);
}

/**
 * Converts a registry of the earlier layout, in one transaction, and drops its predicates.
 *
 * @returns false if there was nothing to convert
 * @throws OwlgateError OntologyDamaged for values that the engine cannot return; as Engine does
 */
export async function migrateRegistry(engine: Engine, credentials?: Credentials): Promise<boolean> {
  const former = await formerPredicates(engine, credentials);
  if (former.length === 0) return false;
  try {
    await engine.alter(printRegistrySchema(), credentials);
    await retryAborted(() => convert(engine, former, credentials));
  } catch (error) {
    if (!isOfValues(error) && !isTooLarge(error)) throw error;
    const reason = `it has the layout of an earlier owlgate and cannot be converted: ${(error as Error).message}`;
    throw damagedError([damage('the registry', reason)]);
  }
  for (const drop_attr of former) await engine.alter({ drop_attr }, credentials);
  return true;
}

async function convert(engine: Engine, former: readonly string[], credentials: Credentials | undefined): Promise<void> {
  const roots = former.filter((name) => name !== 'owlgate.part').map((name, i) => `r${i} as var(func: has(${name}))`);
  if (roots.length === 0) return;
  const fields = [
    ...[...VALUES, ...PROGRESS].map((name) => `${name}: owlgate.${name}`),
    ...EDGES.map((name) => `${name}: owlgate.${name} { uid part: owlgate.part }`),
  ];
  const { data, extensions } = await engine.query<{ nodes?: readonly Values[] }>(
    `{ ${roots.join('\n')} nodes(func: uid(${roots.map((_, i) => `r${i}`).join(', ')})) {
      uid key: owlgate.key record: owlgate.record ${fields.join('\n')}
    } }`,
    { maxAnswerBytes: MAX_BYTES, ...(credentials && { credentials }) },
  );
  // Nodes that already have the present layout stay unchanged.
  const set = (data.nodes ?? []).filter(({ record }) => record === undefined).flatMap(converted);
  if (set.length === 0) return;
  const { start_ts: startTs, hash } = extensions.txn ?? {};
  await engine.mutate(`{ set { \n${set.join('\n')}\n } }`, {
    contentType: 'application/rdf',
    commitNow: true,
    ...(startTs !== undefined && { startTs }),
    ...(hash !== undefined && { hash }),
    ...(credentials && { credentials }),
  });
}

/** Returns the statements of a node in the present layout. */
function converted(node: Values): string[] {
  const uid = `<${String(node['uid'])}>`;
  const present = (names: readonly string[]): Values =>
    Object.fromEntries(names.filter((name) => node[name] !== undefined).map((name) => [name, node[name]]));
  const [record, progress] = [present(VALUES), present(PROGRESS)];
  const links = EDGES.flatMap((name) =>
    [node[name] ?? []].flat().map((row) => {
      const { uid: target, part } = row as { uid: string; part?: unknown };
      const place = name === 'current' ? '' : ` (place=${JSON.stringify(`${name}/${String(part)}`)})`;
      return `${uid} <owlgate.link> <${target}>${place} .`;
    }),
  );
  return [
    ...(Object.keys(record).length > 0 ? [`${uid} <owlgate.record> ${text(record)} .`] : []),
    ...(Object.keys(progress).length > 0 ? [`${uid} <owlgate.progress> ${text(progress)} .`] : []),
    ...links,
  ];
}

const text = (value: Values): string => JSON.stringify(JSON.stringify(value));
