/**
 * Mutations of a request → the body that the write service reads. JSON alone is put together from the bytes received,
 * so that its arrays stay lists; all other forms, and mixed ones, become statements in RDF.
 */
import { parseJson, parseRdf, printMutation, type FurtherDatatypes, type Mutation, type NQuad } from '../dql';
import { readNQuad } from './nquads';
import type { Mutation as Message } from './protocol/dgraph_pb';

interface MutationBody {
  readonly contentType: 'application/json' | 'application/rdf';
  readonly body: Buffer;
}

/**
 * @param datatypes datatypes beyond those that Dgraph reads
 * @throws DqlSyntaxError, OwlgateError InvalidRequest
 */
export function composeMutations(
  query: string,
  messages: readonly Message[],
  datatypes?: FurtherDatatypes,
): MutationBody {
  if (messages.every(isJson)) {
    return { contentType: 'application/json', body: composeJson(query, messages) };
  }
  const nextLabel = labelCounter();
  const mutations = messages.map((message) => readMutation(message, nextLabel, datatypes));
  const text = printMutation({ ...(query !== '' && { query }), mutations });
  return { contentType: 'application/rdf', body: Buffer.from(text) };
}

/** Test: the statements of a mutation are JSON alone, whose bytes are not read here. */
export const isJson = ({ setNquads, delNquads, set, del }: Message): boolean =>
  setNquads.length + delNquads.length + set.length + del.length === 0;

function composeJson(query: string, messages: readonly Message[]): Buffer {
  const parts: Uint8Array[] = [Buffer.from(`{"query":${JSON.stringify(query)},"mutations":[`)];
  messages.forEach(({ cond, setJson, deleteJson }, i) => {
    parts.push(Buffer.from(`${i > 0 ? ',' : ''}{"cond":${JSON.stringify(cond)}`));
    if (setJson.length > 0) parts.push(Buffer.from(',"set":'), setJson);
    if (deleteJson.length > 0) parts.push(Buffer.from(',"delete":'), deleteJson);
    parts.push(Buffer.from('}'));
  });
  parts.push(Buffer.from(']}'));
  return Buffer.concat(parts);
}

type NextLabel = () => string;

function labelCounter(): NextLabel {
  let index = 0;
  return () => `blank-${index++}`;
}

function readMutation(message: Message, labels: NextLabel, datatypes: FurtherDatatypes | undefined): Mutation {
  const { cond, setJson, deleteJson, setNquads, delNquads, set, del } = message;
  const json = (bytes: Uint8Array, kind: 'set' | 'delete'): readonly NQuad[] =>
    bytes.length === 0 ? [] : parseJson(Buffer.from(bytes).toString(), kind, { labels })[kind];
  const rdf = (bytes: Uint8Array, kind: 'set' | 'delete'): readonly NQuad[] =>
    bytes.length === 0 ? [] : parseRdf(Buffer.from(bytes).toString(), kind, datatypes);
  return {
    ...(cond !== '' && { cond }),
    set: [...json(setJson, 'set'), ...rdf(setNquads, 'set'), ...set.map(readNQuad)],
    delete: [...json(deleteJson, 'delete'), ...rdf(delNquads, 'delete'), ...del.map(readNQuad)],
  };
}
