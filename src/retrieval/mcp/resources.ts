/**
 * The ontology in force as resources:
 *
 *     owlgate://{database}/ontology         the document as it was posted, in its own media type
 *     owlgate://{database}/schema           the Dgraph schema that it compiles to
 *     owlgate://{database}/classes          its classes with their places in the hierarchy, JSON
 *     owlgate://{database}/classes/{name}   one class, JSON
 */
import { OwlgateError } from '../../errors';
import { inForce } from './tools/ontology';
import type { McpCall } from './types';

export interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

const URI = /^owlgate:\/\/([^/]+)\/(ontology|schema|classes)(?:\/(.+))?$/;

export const TEMPLATES = [
  {
    uriTemplate: 'owlgate://{database}/classes/{name}',
    name: 'class',
    title: 'A class of the ontology',
    description: 'Its hierarchy, the classes it is disjoint with, its own and inherited properties.',
    mimeType: 'application/json',
  },
];

/** Those of every database that has an ontology in force; one that does not answer has none. */
export async function listResources({ retrieval }: McpCall): Promise<readonly object[]> {
  const lists = retrieval.ids.map(async (id) => {
    const database = await retrieval.database(id).catch(() => undefined);
    const force = database?.materializer.inForce;
    if (!force) return [];
    const of = (what: string, mimeType: string, title: string) => ({
      uri: `owlgate://${id}/${what}`,
      name: `${id}/${what}`,
      title: `${title} (${id})`,
      mimeType,
    });
    return [
      of('ontology', force.mediaType, `The ontology, version ${force.version}, as it was loaded`),
      of('schema', 'text/plain', 'The Dgraph schema that the ontology compiles to'),
      of('classes', 'application/json', 'The classes of the ontology'),
    ];
  });
  return (await Promise.all(lists)).flat();
}

/** @throws OwlgateError InvalidRequest, UnknownDatabase, NoOntology, UnknownClass */
export async function readResource(uri: string, { retrieval }: McpCall): Promise<Content> {
  const [, id, what, name] = URI.exec(uri) ?? [];
  if (id === undefined || (name !== undefined && what !== 'classes')) {
    throw new OwlgateError('InvalidRequest', {
      reason: `${uri.slice(0, 200)} is no resource; resources/list has them`,
    });
  }
  const { source, mediaType, introspection, compiled } = inForce(await retrieval.database(id));
  switch (what) {
    case 'ontology':
      return { uri, mimeType: mediaType, text: source };
    case 'schema':
      return { uri, mimeType: 'text/plain', text: compiled.text };
    default: {
      const told = name === undefined ? introspection.classes() : introspection.class(decoded(name));
      return { uri, mimeType: 'application/json', text: JSON.stringify(told) };
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
