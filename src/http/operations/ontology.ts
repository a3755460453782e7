/** Operations below /ontology (service specification 2.1, 2.2, 4.1 and 4.2; docs/api.md). */
import { array, boolean, integer, json, object, operation, ref, string, type Content, type Schema } from './operation';

/** Maximum proofs of one explanation. */
export const PROOFS = { min: 1, max: 100, preset: 1 } as const;
/** Violations of one page. */
export const VIOLATIONS_PAGE = { min: 1, max: 1000, preset: 100 } as const;
/** Seconds for which a validation walks over the stored data. */
export const PREVIEW_SECONDS = { preset: 60, max: 3600 } as const;

const text: Schema = { type: 'string' };
const DOCUMENTS: Content = Object.fromEntries(
  [
    'text/turtle',
    'application/n-triples',
    'application/trig',
    'application/n-quads',
    'application/rdf+xml',
    'application/owl+xml',
    'application/ld+json',
  ].map((type) => [type, text]),
);
const SDL = 'application/graphql';

const warnings = array(ref('Warning'));
const count: Schema = { type: 'integer', minimum: 0 };
const names = array(string);

const TERM = {
  iri: string,
  fullIri: string,
  labels: { type: 'object', additionalProperties: string, description: "By language; '' is none." },
};

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Warning: object({
    code: string,
    message: string,
    'line?': count,
    'column?': count,
    'document?': string,
    'count?': count,
    'examples?': array(object({ text: string, 'line?': count, 'column?': count, 'document?': string })),
  }),
  Fact: object({ subject: string, predicate: string, object: string }),
  Materialization: object({
    nodes: count,
    inferred: count,
    retracted: count,
    violations: array(object({ message: string, entity: string })),
    violationCount: count,
    'interrupted?': string,
  }),
  OntologyReport: {
    ...object({
      status: { enum: ['success', 'valid'] },
      message: string,
      classes: count,
      objectProperties: count,
      dataProperties: count,
      compiledSchema: string,
      'graphqlSchema?': string,
      'version?': count,
      profile: { enum: ['strict', 'lenient'] },
      warnings,
      'diff?': { type: 'object' },
      'materialization?': ref('Materialization'),
      'unknownTypes?': array(object({ type: string, nodes: count })),
    }),
    description: 'A load has `version`; a validation has `graphqlSchema` and `diff`.',
  },
  Ontology: object({
    version: count,
    profile: { enum: ['strict', 'lenient'] },
    loadedAt: { type: 'string', format: 'date-time' },
    checksum: string,
    mediaType: string,
    source: string,
    imports: array(object({ iris: names, 'name?': string, mediaType: string, source: string })),
  }),
  Class: {
    ...object({
      iri: string,
      fullIri: string,
      'label?': string,
      superClasses: names,
      subClasses: names,
      directSuperClasses: names,
      directSubClasses: names,
      equivalentClasses: names,
      'comment?': string,
      'disjointWith?': names,
      'assertedDisjointWith?': names,
      'properties?': array(ref('Property')),
    }),
    description: '`iri` is the name in Dgraph. Comment, disjointness and properties belong to one class alone.',
  },
  Terms: object({
    version: count,
    classes: array(
      object({
        ...TERM,
        directSuperClasses: names,
        'equivalentClasses?': names,
        'isUnsatisfiable?': { const: true },
      }),
    ),
    properties: array(object({ ...TERM, type: { enum: ['ObjectProperty', 'DataProperty'] } })),
  }),
  Property: object({
    iri: string,
    fullIri: string,
    'label?': string,
    type: { enum: ['ObjectProperty', 'DataProperty'] },
    'domain?': names,
    'domainIsUnion?': { const: true },
    range: names,
    'rangeIsUnion?': { const: true },
    isFunctional: { type: 'boolean' },
    'inverseOf?': names,
    inherited: { type: 'boolean' },
  }),
  Explanation: object({
    fact: ref('Fact'),
    state: { enum: ['asserted', 'inferred'] },
    complete: { type: 'boolean' },
    proofs: array(object({ steps: count, proof: ref('Proof') })),
    nodes: { type: 'object', additionalProperties: string, description: 'IRIs of the nodes, by uid.' },
    'note?': string,
  }),
  Axiom: object({ text: string, 'line?': count, 'column?': count, 'document?': string }),
  Rule: object({ 'name?': string, says: string, 'axiom?': ref('Axiom') }),
  Proof: {
    ...object({
      fact: ref('Fact'),
      kind: { enum: ['asserted', 'inferred'] },
      'rule?': ref('Rule'),
      'axiom?': ref('Axiom'),
      'premises?': array(ref('Proof')),
      'id?': count,
      'see?': count,
      'fromThisWrite?': { const: true },
    }),
    description: 'A part that is used again is written once, with `id`; `see` names it elsewhere.',
  },
  Violations: object({
    version: count,
    violations: array(
      object({
        ...{ message: string, code: string, entity: string, rule: string, facts: array(ref('Fact')) },
        'explanation?': object({ rule: ref('Rule'), premises: array(ref('Proof')) }),
        'repairs?': object({ complete: { type: 'boolean' }, sets: array(ref('Repair')) }),
      }),
    ),
    'truncated?': names,
    'next?': string,
  }),
  Repair: object({
    facts: array(ref('Fact')),
    mutation: string,
    retracted: count,
    examples: array(ref('Fact')),
    'axioms?': array(ref('Axiom')),
  }),
  AccessReport: object({
    version: count,
    accessControl: { type: 'boolean' },
    warnings: array(object({ code: string, message: string, rule: string, from: string, to: string, groups: names })),
  }),
  MaterializationStatus: object({
    state: { enum: ['idle', 'running', 'interrupted', 'failed'] },
    version: count,
    'cause?': { enum: ['load', 'request'] },
    'phase?': { enum: ['waiting', 'retracting', 'inferring'] },
    'pending?': count,
    'reason?': string,
  }),
  MaterializationStart: object({
    status: { enum: ['started', 'success'] },
    message: string,
    version: count,
    'materialization?': ref('Materialization'),
  }),
  GraphqlExtension: object({
    extension: {
      oneOf: [
        object({ version: count, loadedAt: { type: 'string', format: 'date-time' }, sdl: string }),
        { type: 'null' },
      ],
    },
    generated: { type: ['string', 'null'] },
    inForce: { type: ['string', 'null'] },
  }),
  GraphqlReport: object({
    status: { enum: ['success', 'valid'] },
    message: string,
    'version?': count,
    'merged?': { type: 'boolean' },
    'warnings?': warnings,
    'graphqlSchema?': string,
  }),
};

const validate = { description: 'Changes nothing, and reports the effect of a load.', schema: boolean } as const;

export const LOAD = operation({
  id: 'loadOntology',
  tag: 'ontology',
  summary: 'Load an ontology, or validate one',
  parameters: {
    validate,
    profile: {
      description: '`lenient` keeps the part of axioms outside of OWL 2 RL that rules can carry.',
      schema: { enum: ['strict', 'lenient'], default: 'strict' },
    },
    names: {
      description:
        'Source of the names in Dgraph: local names of IRIs, or labels. Default: that of the ontology in force.',
      schema: { enum: ['iri', 'label'] },
    },
    data: { description: 'With `validate=true`: `false` leaves the stored data out.', schema: boolean },
    timeout: {
      description: `With \`validate=true\`: seconds for the stored data, 1 to ${PREVIEW_SECONDS.max}, as \`60s\`.`,
      schema: { type: 'string', pattern: '^\\d{1,4}s?$', default: `${PREVIEW_SECONDS.preset}s` },
    },
    against: {
      description: 'With `validate=true`: stored version to compare with, in place of the ontology in force.',
      schema: { type: 'integer', minimum: 1 },
    },
    message: { description: 'Message of the version, for its history; 2,000 characters are kept.', schema: string },
    from: { description: 'File or address of the document, for the history of the version.', schema: string },
  },
  body: {
    required: true,
    content: {
      ...DOCUMENTS,
      'multipart/form-data': {
        type: 'object',
        description: 'The part `ontology`, or else the first, is the ontology; the others are its imports.',
        additionalProperties: { type: 'string', contentMediaType: 'application/octet-stream' },
      },
    },
  },
  answers: { 200: { description: 'The load or the validation.', content: json(ref('OntologyReport')) } },
  errors: [
    'OntologySyntax',
    'OntologyImport',
    'OntologyProfile',
    'OntologyName',
    'OntologyAnnotation',
    'OntologyEmpty',
    'OntologyInconsistent',
    'OntologySchemaConflict',
    'OntologyGraphqlConflict',
    'UnknownVersion',
    'OntologyBusy',
    'OntologySuperseded',
    'OntologyReverted',
    'UnreadableValues',
    'OntologyTooLarge',
    'DocumentTooCostly',
    'DocumentsBusy',
    'DocumentProcessEnded',
  ],
});

export const CURRENT = operation({
  id: 'getOntology',
  tag: 'ontology',
  summary: 'Ontology in force or earlier: as it was posted, in another syntax, or with its imports as JSON',
  parameters: {
    version: { description: 'Default: the version in force.', schema: { type: 'integer', minimum: 1 } },
  },
  answers: {
    200: { description: 'The document.', content: { ...DOCUMENTS, ...json(ref('Ontology')) } },
    304: { description: '`If-None-Match` names this version.' },
  },
  errors: ['NoOntology', 'AccessDenied', 'UnknownVersion', 'NotAcceptable', 'OntologyInexpressible'],
});

export const GRAPHQL_EXTENSION = operation({
  id: 'getGraphqlExtension',
  tag: 'ontology',
  summary: 'GraphQL extension, generated SDL and SDL in force',
  parameters: {},
  answers: { 200: { description: 'The schemas.', content: { ...json(ref('GraphqlExtension')), [SDL]: text } } },
  errors: ['NoGraphqlExtension'],
});

export const SET_GRAPHQL_EXTENSION = operation({
  id: 'setGraphqlExtension',
  tag: 'ontology',
  summary: 'Set the GraphQL extension',
  parameters: { validate },
  body: { required: true, content: { [SDL]: text, 'text/plain': text, 'application/octet-stream': text } },
  answers: { 200: { description: 'The extension is stored, or valid.', content: json(ref('GraphqlReport')) } },
  errors: ['GraphqlExtension', 'ReservedPredicate', 'OntologyBusy', 'OntologySchemaConflict'],
});

export const DELETE_GRAPHQL_EXTENSION = operation({
  id: 'deleteGraphqlExtension',
  tag: 'ontology',
  summary: 'Remove the GraphQL extension',
  parameters: {},
  answers: { 200: { description: 'The extension is gone.', content: json(ref('GraphqlReport')) } },
  errors: ['OntologyBusy', 'OntologySchemaConflict'],
});

export const ACCESS = operation({
  id: 'getAccessReport',
  tag: 'ontology',
  summary: "Rules that widen what the cluster's groups may read or write",
  parameters: {},
  answers: { 200: { description: 'The rules.', content: json(ref('AccessReport')) } },
  errors: ['AccessDenied', 'NoOntology'],
});

const className = 'Name in Dgraph, IRI, `prefix:name` with a prefix of the ontology, or label.';

export const INTROSPECT = operation({
  id: 'introspect',
  tag: 'ontology',
  summary: 'Classes, one class, or the classes below or above one',
  parameters: {
    class: { description: `One class with its properties. ${className}`, schema: string },
    subclasses: { description: `Classes below this one. ${className}`, schema: string },
    superclasses: { description: `Classes above this one. ${className}`, schema: string },
    lang: {
      description: 'Language of labels, as `de`: classes are found by labels in it, and the answer shows them.',
      schema: string,
    },
    transitive: { description: 'With `subclasses` or `superclasses`: indirect ones as well.', schema: boolean },
  },
  answers: {
    200: {
      description: 'All classes; one class for `class`; names for `subclasses` and `superclasses`.',
      content: json({ oneOf: [array(ref('Class')), ref('Class'), names] }),
    },
  },
  errors: ['UnknownClass', 'NoOntology', 'AccessDenied'],
});

export const TERMS = operation({
  id: 'listTerms',
  tag: 'ontology',
  summary: 'Classes and properties with their labels in every language, for trees, search and completion',
  parameters: {},
  answers: { 200: { description: 'All terms.', content: json(ref('Terms')) } },
  errors: ['NoOntology', 'AccessDenied'],
});

export const EXPLAIN = operation({
  id: 'explain',
  tag: 'ontology',
  summary: 'Proofs of a stored fact, the shortest first',
  parameters: {
    subject: { description: 'Uid (`0x1`), IRI, or `prefix:name`.', schema: string, required: true },
    predicate: { description: 'Name in Dgraph or IRI; `graph.type` for types.', schema: string, required: true },
    object: {
      description: 'Node, class, or value: plain text, `"text"@en`, `"5"^^<datatype>`.',
      schema: string,
      required: true,
    },
    max: { description: 'Maximum number of proofs.', schema: integer(PROOFS) },
  },
  answers: {
    200: { description: 'The proofs.', content: { ...json(ref('Explanation')), 'text/plain': text } },
  },
  errors: ['FactUnknown', 'UnknownPredicate', 'UnknownNode', 'NoOntology'],
});

export const VIOLATIONS = operation({
  id: 'listViolations',
  tag: 'ontology',
  summary: 'Contradictions among the stored facts, with proofs',
  parameters: {
    first: {
      description: 'Maximum number of violations. A page may hold fewer and still have a `next`.',
      schema: integer(VIOLATIONS_PAGE),
    },
    after: { description: '`next` of the page before.', schema: string },
    repairs: { description: 'Adds the smallest deletions that end each contradiction.', schema: boolean },
  },
  answers: { 200: { description: 'One page.', content: json(ref('Violations')) } },
  errors: ['NoOntology', 'AccessDenied'],
});

export const MATERIALIZE = operation({
  id: 'materialize',
  tag: 'ontology',
  summary: 'Infer again from all stored data',
  parameters: { wait: { description: 'Answers when the materialization has ended.', schema: boolean } },
  answers: {
    200: { description: 'The materialization has ended.', content: json(ref('MaterializationStart')) },
    202: { description: 'The materialization has started.', content: json(ref('MaterializationStart')) },
  },
  errors: ['NoOntology', 'OntologyBusy', 'OntologySuperseded', 'UnreadableValues'],
});

export const MATERIALIZATION = operation({
  id: 'getMaterialization',
  tag: 'ontology',
  summary: 'State of the materialization, once or as events',
  parameters: {},
  answers: {
    200: {
      description: 'Events are `progress`, and at the end `done`, `failed` or `interrupted`.',
      content: { ...json(ref('MaterializationStatus')), 'text/event-stream': text },
    },
  },
  errors: ['NoOntology', 'AccessDenied'],
});
