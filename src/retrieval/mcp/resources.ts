/**
 * Resources of the ontology in force:
 *
 *     owlgate://{database}/ontology         the document as posted, in its media type
 *     owlgate://{database}/schema           the Dgraph schema that it compiles to
 *     owlgate://{database}/classes          its classes with their places in the hierarchy, JSON
 *     owlgate://{database}/classes/{name}   one class, JSON
 */
import { OwlgateError } from '../../errors';
import { documentFor, introspectionFor, requireCaller, type Viewer } from '../../materialize';
import { decoded } from '../../util/text';
import { viewerOf } from './tools/ontology';
import type { McpCall } from './types';

interface Content {
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

/** Lists the resources of all databases with an ontology in force, without databases that fail or refuse the client. */
export async function listResources(call: McpCall): Promise<readonly object[]> {
  const lists = call.retrieval.ids.map(async (id) => {
    const viewer = await acceptedViewer(id, call).catch(() => undefined);
    const force = viewer?.materializer.inForce;
    if (!force) return [];
    const resource = (kind: string, mimeType: string, title: string) => ({
      uri: `owlgate://${id}/${kind}`,
      name: `${id}/${kind}`,
      title: `${title} (${id})`,
      mimeType,
    });
    return [
      resource('ontology', force.mediaType, `The ontology, version ${force.version}, as it was loaded`),
      resource('schema', 'text/plain', 'The Dgraph schema that the ontology compiles to'),
      resource('classes', 'application/json', 'The classes of the ontology'),
    ];
  });
  return (await Promise.all(lists)).flat();
}

async function acceptedViewer(id: string, call: McpCall): Promise<Viewer> {
  const viewer = await viewerOf(id, call);
  await requireCaller(viewer);
  return viewer;
}

/** @throws OwlgateError InvalidRequest, UnknownDatabase, NoOntology, UnknownClass, AccessDenied */
export async function readResource(uri: string, call: McpCall): Promise<Content> {
  const [, id, kind, name] = URI.exec(uri) ?? [];
  if (id === undefined || (name !== undefined && kind !== 'classes')) {
    throw new OwlgateError('InvalidRequest', {
      reason: `${uri.slice(0, 200)} is no resource; resources/list has them`,
    });
  }
  const viewer = await viewerOf(id, call);
  switch (kind) {
    case 'ontology': {
      const { source, mediaType } = await documentFor(viewer);
      return { uri, mimeType: mediaType, text: source };
    }
    case 'schema':
      return { uri, mimeType: 'text/plain', text: (await documentFor(viewer)).compiled.text };
    default: {
      const { introspection } = await introspectionFor(viewer);
      const classes = name === undefined ? introspection.classes() : introspection.class(decoded(name));
      return { uri, mimeType: 'application/json', text: JSON.stringify(classes) };
    }
  }
}
