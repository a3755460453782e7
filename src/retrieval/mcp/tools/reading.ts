/** Tools that read documents and graph, as the agents of the gateway have them. */
import { requireGuardian } from '../../../materialize';
import { Nodes } from '../../knowledge/nodes';
import { Vocabulary } from '../../knowledge/vocabulary';
import type { Database } from '../../retrieval';
import { findNodes, neighbours } from '../../tools/nodes';
import { passagesAbout, readPassages, search } from '../../tools/passages';
import type { ReadTool } from '../../tools/types';
import { DATABASE, type InDatabase, type McpCall, type Tool } from '../types';

/**
 * Opens a database whose documents and facts the gateway reads in its own name.
 *
 * @param operation for the refusal: `search documents`
 * @throws OwlgateError UnknownDatabase, AccessDenied, EngineUnreachable
 */
export async function openFor(
  operation: string,
  database: string,
  { retrieval, credentialsFor }: McpCall,
): Promise<Database> {
  const opened = await retrieval.database(database);
  await requireGuardian(opened.engine, credentialsFor(opened.engine), operation);
  return opened;
}

const served = <Args extends object>(
  operation: string,
  { name, title, description, properties, required, run }: ReadTool<Args>,
): Tool<Args & InDatabase> => ({
  name,
  title,
  description,
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required,
    properties: { ...properties, database: DATABASE },
  },
  requiredRole: 'read',
  work: 'retrievals',
  writes: false,
  async run({ database = 'default', ...args }, call) {
    const { graph, documents } = await openFor(operation, database, call);
    const { corpus, linker } = documents;
    const { logger, signal } = call;
    const vocabulary = graph.ontology && Vocabulary.of(graph.ontology);
    const nodes = new Nodes(graph, linker, signal);
    return (await run(args as unknown as Args, { corpus, nodes, vocabulary, logger, signal })).result;
  },
});

export const READING: readonly Tool[] = [
  served('search documents', search),
  served('read documents', readPassages),
  served('find nodes', findNodes),
  served('read facts', neighbours),
  served('search documents', passagesAbout),
];
