/** Read of the whole registry, except the texts of its parts, with a check. */
import { EngineFailure, isTooLarge, type Credentials, type Engine } from '../../dgraph';
import { checkRegistry, type Inspection } from './registry-check';
import { readDeclarations, type Declarations } from './registry-declarations';
import { NODE_FIELDS, readNode, unreadableNode, type RegistryNode } from './registry-rows';
import type { Seal } from './registry-seal';

/** Maximum nodes to read; a sound registry has about a dozen. */
const MAX_NODES = 10_000;
/** Maximum reads of declarations and nodes while the schema keeps changing. */
const MAX_ATTEMPTS = 5;
/** Maximum bytes of an answer; the edges of the largest ontologies take 2 MiB. */
const MAX_BYTES = 8 * 2 ** 20;

/** Predicates by which nodes of the registry are found; parts have none of them. */
export const FINDING_PREDICATES = ['owlgate.record', 'owlgate.progress', 'owlgate.link'];

/** Transaction in which the registry was read, for a mutation in it. */
export interface ReadAt {
  readonly startTs: number;
  readonly hash?: string;
}

interface InspectOptions {
  readonly credentials?: Credentials | undefined;
  /** Opens a transaction; by default the read is not part of one. */
  readonly isOpen?: boolean;
}

/** @throws as Engine does */
export async function inspectRegistry(
  engine: Engine,
  seal: Seal,
  { credentials, isOpen = false }: InspectOptions = {},
): Promise<Inspection & { readonly at: ReadAt | undefined }> {
  const { different, nodes, at } = await readRegistry(engine, credentials, isOpen);
  const inspection = checkRegistry(nodes.slice(0, MAX_NODES), {
    seal,
    schemaProblems: different.map(({ predicate, problem }) => `${predicate}: ${problem}`),
    isCut: nodes.length > MAX_NODES,
  });
  return { ...inspection, at };
}

interface RegistryRead {
  readonly different: Declarations['different'];
  readonly nodes: readonly RegistryNode[];
  readonly at: ReadAt | undefined;
}

/** Reads declarations and nodes, in two queries. Starts again if the index was dropped or created between them. */
async function readRegistry(
  engine: Engine,
  credentials: Credentials | undefined,
  isOpen: boolean,
  attempts = MAX_ATTEMPTS,
): Promise<RegistryRead> {
  const { different, hasKeyIndex } = await readDeclarations(engine, credentials);
  const reader = new NodeReader(engine, credentials, isOpen);
  try {
    const nodes = await reader.all(hasKeyIndex);
    return { different, nodes, at: reader.at };
  } catch (error) {
    if (attempts <= 1 || !isOfValues(error)) throw error;
    const later = await readDeclarations(engine, credentials);
    if (later.hasKeyIndex === hasKeyIndex) throw error;
    return readRegistry(engine, credentials, isOpen, attempts - 1);
  }
}

/**
 * Reads nodes by their uids. Nodes that the engine cannot answer for are included as unreadable ones.
 *
 * @throws as Engine does
 */
export const readNodes = (
  engine: Engine,
  uids: readonly string[],
  credentials?: Credentials,
): Promise<readonly RegistryNode[]> => new NodeReader(engine, credentials, false).each(uids);

/**
 * Reads the nodes that a root function finds, in a separate transaction.
 *
 * @throws as Engine does
 */
export async function readTransaction(
  engine: Engine,
  root: string,
  credentials?: Credentials,
): Promise<{ readonly nodes: readonly RegistryNode[]; readonly at: ReadAt | undefined }> {
  const reader = new NodeReader(engine, credentials, true);
  return { nodes: await reader.nodesAt(root), at: reader.at };
}

class NodeReader {
  at: ReadAt | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly credentials: Credentials | undefined,
    private readonly isOpen: boolean,
  ) {}

  /** @param hasKeyIndex without the index, nodes are found by the presence of a key */
  async all(hasKeyIndex: boolean): Promise<readonly RegistryNode[]> {
    const first = MAX_NODES + 1;
    const roots = [
      hasKeyIndex ? 'eq(owlgate.key, ["head", "graphql"])' : 'has(owlgate.key)',
      ...FINDING_PREDICATES.map((name) => `has(${name})`),
    ];
    const variables = roots.map((_, i) => `r${i}`).join(', ');
    const blocks = roots.map((root, i) => `r${i} as var(func: ${root}, first: ${first})`).join('\n');
    const nodes = (fields: string): string => `${blocks} nodes(func: uid(${variables}), first: ${first}) { ${fields} }`;
    const rows = await this.tryRead(nodes(NODE_FIELDS));
    if (rows) return rows.map(readNode);
    return this.each((await this.read(nodes('uid'))).map(({ uid }) => String(uid)));
  }

  async nodesAt(root: string): Promise<readonly RegistryNode[]> {
    return (await this.read(`nodes(func: ${root}) { ${NODE_FIELDS} }`)).map(readNode);
  }

  /** Splits the uids in halves, until each node that cannot be read stands alone. */
  async each(uids: readonly string[]): Promise<readonly RegistryNode[]> {
    if (uids.length === 0) return [];
    const rows = await this.tryRead(`nodes(func: uid(${uids.join(', ')})) { ${NODE_FIELDS} }`);
    if (rows) return rows.map(readNode);
    if (uids.length === 1) return [unreadableNode(uids[0]!)];
    const half = uids.length >> 1;
    return [...(await this.each(uids.slice(0, half))), ...(await this.each(uids.slice(half)))];
  }

  /**
   * Returns undefined if the answer is too large or the engine fails. A value that was written under another
   * declaration of its predicate makes the engine refuse the whole query.
   */
  private async tryRead(blocks: string): Promise<readonly Readonly<Record<string, unknown>>[] | undefined> {
    try {
      return await this.read(blocks);
    } catch (error) {
      if (isTooLarge(error) || isOfValues(error)) return undefined;
      throw error;
    }
  }

  private async read(blocks: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { data, extensions } = await this.engine.query<{ nodes?: Readonly<Record<string, unknown>>[] }>(
      `{ ${blocks} }`,
      {
        maxAnswerBytes: MAX_BYTES,
        ...(this.isOpen ? this.at : { readOnly: true }),
        ...(this.credentials && { credentials: this.credentials }),
      },
    );
    const { txn } = extensions;
    if (this.isOpen && txn) this.at ??= { startTs: txn.start_ts, ...(txn.hash !== undefined && { hash: txn.hash }) };
    return data.nodes ?? [];
  }
}

/** Returns true for a failure that stored values may cause. Aborts, temporary refusals and logins have other causes. */
export const isOfValues = (error: unknown): boolean =>
  error instanceof EngineFailure && !error.isAborted && !error.isPending && !error.isUnauthenticated;
