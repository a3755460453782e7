/** Nodes of the individuals in an ontology, found by IRI and created if missing. */
import { retryAborted } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { printMutation, printPredicate, type NQuad } from '../../dql';
import { IRI_PREDICATE } from '../../schema';
import { EngineSchema } from '../store/engine-schema';
import type { IndividualNodes } from '../in-force/reasoning';
import { FactQueryComposer } from '../store/fact-query-composer';
import { IRI_LABEL } from '../store/settle';
import { ReadTransaction } from '../store/transaction';
import type { TransactionEngine } from '../store/transaction';

/** Individuals per transaction. */
const BATCH = 1000;

/**
 * @param iris in the form `<iri>`
 * @throws EngineFailure, OwlgateError EngineUnreachable
 */
export async function ensureIndividuals(
  engine: Engine,
  schema: EngineSchema,
  iris: readonly string[],
  credentials?: Credentials,
): Promise<IndividualNodes> {
  const nodes = new Map<string, string>();
  if (iris.length === 0) return nodes;
  let declared = schema;
  if (!schema.get(IRI_PREDICATE.name)) {
    await engine.alter(printPredicate(IRI_PREDICATE), credentials);
    declared = new EngineSchema(await engine.schema());
  }
  for (let from = 0; from < iris.length; from += BATCH) {
    const batch = iris.slice(from, from + BATCH);
    const batchNodes = await retryAborted(() => ensureBatch(engine, declared, batch, credentials));
    for (const [iri, uid] of batchNodes) nodes.set(iri, uid);
  }
  return nodes;
}

/** Returns the individuals that have a node. */
export async function findIndividuals(
  engine: TransactionEngine,
  schema: EngineSchema,
  iris: readonly string[],
  credentials?: Credentials,
): Promise<IndividualNodes> {
  const nodes = new Map<string, string>();
  if (!schema.get(IRI_PREDICATE.name)?.index.some(({ tokenizer }) => tokenizer === 'exact')) return nodes;
  for (let from = 0; from < iris.length; from += BATCH) {
    const read = new FactQueryComposer(schema).compose([], iris.slice(from, from + BATCH));
    const data = await new ReadTransaction(engine, undefined, { credentials }).read(read.text);
    for (const [iri, uid] of read.identities(data)) nodes.set(iri, uid);
  }
  return nodes;
}

async function ensureBatch(
  engine: Engine,
  schema: EngineSchema,
  iris: readonly string[],
  credentials: Credentials | undefined,
): Promise<IndividualNodes> {
  const transaction = new ReadTransaction(engine, undefined, { credentials });
  const read = new FactQueryComposer(schema).compose([], iris);
  const nodes = read.identities(await transaction.read(read.text));
  const missing = iris.filter((iri) => !nodes.has(iri));
  if (missing.length === 0) return nodes;
  const set = missing.map((iri, i): NQuad => ({
    subject: { kind: 'blank', label: `${IRI_LABEL}${i}` },
    predicate: IRI_PREDICATE.name,
    object: { kind: 'literal', type: 'string', value: iri.slice(1, -1) },
  }));
  const { uids } = await engine.mutate(printMutation({ mutations: [{ set, delete: [] }] }), {
    contentType: 'application/rdf',
    commitNow: true,
    ...(transaction.startTs !== undefined && { startTs: transaction.startTs }),
    ...(transaction.hash !== undefined && { hash: transaction.hash }),
    ...(credentials && { credentials }),
  });
  missing.forEach((iri, i) => nodes.set(iri, uids[`${IRI_LABEL}${i}`]!));
  return nodes;
}
