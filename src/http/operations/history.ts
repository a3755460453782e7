/** Operations of the ontology's history (docs/api/history.md). */
import { LOAD } from './ontology';
import { array, integer, json, object, operation, ref, string, type Schema } from './operation';

export const VERSIONS_PAGE = { min: 1, max: 1000, preset: 50 } as const;

const count: Schema = { type: 'integer', minimum: 0 };
const text: Schema = { type: 'string' };
const date: Schema = { type: 'string', format: 'date-time' };
const version: Schema = { type: 'integer', minimum: 1 };
const names = array(string);
const place = { 'document?': string, line: count, column: count };

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Version: object({
    version,
    inForce: { type: 'boolean' },
    loadedAt: date,
    'by?': { ...string, description: '`key NAME`, `user NAME`, `address ADDRESS`, `gateway` or `command line`.' },
    'from?': { ...names, description: 'Files or addresses of the documents.' },
    'message?': string,
    'changes?': object({
      axiomsAdded: count,
      axiomsRemoved: count,
      classesAdded: count,
      classesRemoved: count,
      propertiesAdded: count,
      propertiesRemoved: count,
    }),
    profile: { enum: ['strict', 'lenient'] },
    checksum: string,
    materialized: { type: 'boolean' },
  }),
  PlacedAxiom: object({ axiom: { ...string, description: 'Functional style of OWL 2.' }, ...place }),
  OntologyDifference: object({
    axioms: object({
      added: array(ref('PlacedAxiom')),
      removed: array(ref('PlacedAxiom')),
      addedCount: count,
      removedCount: count,
    }),
    classes: object({ added: names, removed: names }),
    properties: object({ added: names, removed: names }),
    predicates: object({
      added: names,
      removed: names,
      changed: array(object({ name: string, before: string, after: string })),
    }),
    types: object({
      added: names,
      removed: names,
      changed: array(object({ name: string, addedFields: names, removedFields: names })),
    }),
  }),
};

const HISTORY_ERRORS = ['NoOntology', 'AccessDenied', 'UnknownVersion'] as const;

export const VERSIONS = operation({
  id: 'listVersions',
  tag: 'ontology',
  summary: 'Versions of the ontology, the latest first',
  parameters: {
    limit: { description: 'Maximum number of versions; 100 in a changelog.', schema: integer(VERSIONS_PAGE) },
    before: { description: 'Lists versions below this number: `next` of the page before.', schema: version },
    format: { description: '`markdown` for a changelog.', schema: { enum: ['json', 'markdown'], default: 'json' } },
  },
  answers: {
    200: {
      description: 'One page.',
      content: { ...json(object({ versions: array(ref('Version')), 'next?': version })), 'text/markdown': text },
    },
  },
  errors: HISTORY_ERRORS,
});

export const DIFF = operation({
  id: 'getVersionDifference',
  tag: 'ontology',
  summary: 'Difference of two versions',
  parameters: {
    from: { description: 'Earlier version. Default: the one before `to`.', schema: version },
    to: { description: 'Later version. Default: the one in force.', schema: version },
    format: { description: '`text` for lines.', schema: { enum: ['json', 'text'], default: 'json' } },
  },
  answers: {
    200: {
      description: 'The difference. `from` is null for the oldest version.',
      content: {
        ...json(object({ from: { type: ['integer', 'null'] }, to: version, diff: ref('OntologyDifference') })),
        'text/plain': text,
      },
    },
  },
  errors: HISTORY_ERRORS,
});

export const BLAME = operation({
  id: 'blameTerm',
  tag: 'ontology',
  summary: 'Axioms that mention a term, each with the version that brought it',
  parameters: {
    term: { description: 'Name in Dgraph, IRI, or `prefix:name`.', schema: string, required: true },
  },
  answers: {
    200: {
      description: 'The axioms, with their places in the version in force.',
      content: json(
        object({
          term: string,
          version,
          oldest: version,
          axioms: array(
            object({ axiom: string, ...place, version, loadedAt: date, 'by?': string, 'message?': string }),
          ),
        }),
      ),
    },
  },
  errors: [...HISTORY_ERRORS, 'UnknownTerm'],
});

const { validate, data, timeout, message, against } = LOAD.parameters;

export const ROLLBACK = operation({
  id: 'rollBack',
  tag: 'ontology',
  summary: 'Load the documents of an earlier version again, or validate them',
  parameters: {
    version: { description: 'Version to put in force again, as a new version.', schema: version, required: true },
    ...{ validate, data, timeout, against },
    message: { ...message, description: `${message.description} Default: \`roll back to version N\`.` },
  },
  answers: LOAD.answers,
  errors: [...LOAD.errors, 'UnknownVersion'],
});

export const PAGE = operation({
  id: 'getOntologyPage',
  tag: 'ontology',
  summary: 'Documentation page of the ontology',
  parameters: { version: { description: 'Default: the version in force.', schema: version } },
  answers: {
    200: { description: 'One HTML file, without scripts.', content: { 'text/html': text } },
    304: { description: '`If-None-Match` names this page.' },
  },
  errors: HISTORY_ERRORS,
});
