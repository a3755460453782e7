/** Operation of GET /export: the graph as RDF. */
import { EXPORT_FORMATS, EXPORTED_FACTS } from '../../transfer';
import { boolean, operation, string, type Content } from './operation';

const DOCUMENTS: Content = Object.fromEntries(
  Object.values(EXPORT_FORMATS).map((type) => [type, { type: 'string' as const }]),
);

export const EXPORT = operation({
  id: 'exportGraph',
  tag: 'data',
  summary: 'The graph as RDF, from one snapshot',
  parameters: {
    format: {
      description: 'Format; default: by `Accept`, else `turtle`.',
      schema: { enum: Object.keys(EXPORT_FORMATS) },
    },
    facts: {
      description:
        'Asserted facts, inferred ones or both. Default: `all` in formats with graphs (`trig`, `nquads`, `jsonld`), ' +
        'with inferred facts in a named graph; `asserted` in the others.',
      schema: { enum: [...EXPORTED_FACTS] },
    },
    class: { description: 'Only the instances of this class: name in Dgraph, IRI or `prefix:name`.', schema: string },
    query: { description: 'Only the nodes of this DQL query: all objects of its answer with a `uid`.', schema: string },
    declarations: {
      description: 'Also states the kinds of classes, properties and datatypes, which tools for OWL read first.',
      schema: boolean,
    },
  },
  answers: {
    200: {
      description:
        'The statements. The trailers `X-Owlgate-Statements` and `X-Owlgate-Left-Out` count them and what RDF cannot ' +
        'have. An export that fails ends the connection.',
      content: DOCUMENTS,
    },
  },
  errors: ['NotAcceptable', 'UnknownClass', 'AccessDenied', 'EngineError'],
});
