/** Operations of imports. */
import { RDF_MEDIA_TYPES } from '../../rdf/syntax';
import { array, boolean, json, object, operation, string, type Schema } from './operation';

const number: Schema = { type: 'integer', minimum: 0 };
const counts: Schema = { type: 'object', additionalProperties: { type: 'integer' } };

const SUMMARY = object({
  id: string,
  state: { type: 'string', enum: ['running', 'done', 'stopped', 'interrupted'] },
  stated: number,
  inferred: number,
  retracted: number,
  refused: number,
  resumed: number,
  dryRun: { type: 'boolean' },
  seconds: { type: 'number' },
  refusals: array(object({ source: string, line: number, node: string, reasons: array(string), statements: number })),
  refusedNodes: number,
  unknown: object({ classes: counts, properties: counts, datatypes: counts, rounded: counts }),
  inGraphs: number,
  warnings: array(string),
  'error?': string,
});

const answer = { description: 'Summary of the import.', content: json(SUMMARY) } as const;
const answered = { ...answer, content: { ...answer.content, 'text/event-stream': { type: 'string' } } } as const;
const document: Schema = { type: 'string', description: 'RDF, compressed with gzip or not.' };

export const IMPORT = operation({
  id: 'importRdf',
  tag: 'data',
  summary: 'Import RDF of any size through the reasoner',
  parameters: {
    id: { description: 'Name under which the import continues; default: a new one.', schema: string },
    digest: { description: 'Identity of the content, for its blank nodes; default: the id.', schema: string },
    name: { description: 'Name of the document, for messages; its extension may decide the syntax.', schema: string },
    base: { description: 'Base of relative IRIs.', schema: string },
    onContradiction: {
      description: 'Facts that contradict the ontology end the import, are left out, or are sent back in events.',
      schema: { type: 'string', enum: ['stop', 'skip', 'collect'], default: 'stop' },
    },
    graphs: {
      description: 'Named graphs: `drop`, `facet` (each statement gets the facet `graph`) or `predicate:NAME`.',
      schema: { ...string, default: 'drop' },
    },
    dryRun: { description: 'Reports contradictions and unknown terms, and writes nothing.', schema: boolean },
  },
  body: {
    required: true,
    content: {
      ...Object.fromEntries(
        RDF_MEDIA_TYPES.filter((type) => type !== 'application/owl+xml').map((type) => [type, document]),
      ),
      'multipart/form-data': { type: 'object', additionalProperties: document },
    },
  },
  answers: { 200: answered },
  errors: ['ImportSyntax', 'ImportUnreadable', 'ImportRunning', 'ImportChanged'],
});

export const IMPORT_STATE = operation({
  id: 'getImport',
  tag: 'data',
  summary: 'State of an import, once or as events until its end',
  parameters: {},
  headers: {
    'Last-Event-ID': {
      description: 'Id of the last event: after the end, 204 says that nothing follows.',
      schema: string,
    },
  },
  answers: { 200: answered, 204: { description: 'The import has ended, and the client has its summary.' } },
  errors: ['UnknownImport'],
});
