/** Command lines of `owlgate ontology …`. */
import { STANDARD_INPUT } from '../command';
import { GATEWAY_OPTIONS, GATEWAY_STATUS, OPEN_END_OPTION } from '../gateway/options';
import { MESSAGE_OPTION } from './history-options';
import { HELP_OPTION, type CommandSpecification } from '../specification';

const FILES_TEXT = `The first file is the ontology, in any syntax of RDF (${STANDARD_INPUT} is standard input); the others are its
imports. The gateway finds further imports by OWLGATE_IMPORTS.`;

const LENIENT = {
  type: 'boolean',
  default: false,
  meaning: 'keeps the part of constructs beyond OWL 2 RL that rules carry, with warnings',
} as const;

const NAMES = {
  type: 'string',
  takes: 'SOURCE',
  values: ['iri', 'label'],
  meaning: 'source of the names in Dgraph: iri or label (default: that of the ontology in force)',
} as const;

const PREVIEW = {
  'no-data': { type: 'boolean', default: false, meaning: 'ignores stored data' },
  preview: {
    type: 'string',
    takes: 'SECONDS',
    meaning: 'time limit of the check of stored data, 1 to 3600 (default: 60)',
  },
} as const;

export const ONTOLOGY = {
  name: 'ontology',
  summary: 'ontology: load, validate, diff, show, log, blame, rollback, violations, materialize, graphql, repair',
  usage: [
    'load FILES…',
    'validate FILES…',
    'diff [VERSION] [VERSION | FILES…]',
    'show [CLASS | VERSION]',
    'log',
    'blame TERM',
    'rollback VERSION',
    'violations',
    'materialize',
    'graphql [get | set FILE | delete]',
    'repair',
  ],
  text: 'owlgate ontology load --help describes load, and so on.',
  options: { help: HELP_OPTION },
  operands: [
    ...['load', 'validate', 'diff', 'show', 'log', 'blame', 'rollback'],
    ...['violations', 'materialize', 'graphql', 'repair'],
  ],
  examples: [
    ['ontology validate park.ttl', ''],
    ['ontology load park.ttl', ''],
    ['ontology show Dog', ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const ONTOLOGY_LOAD = {
  name: 'ontology load',
  summary: 'put an ontology in force, and infer facts from the stored data',
  usage: ['[options] FILES…'],
  text: FILES_TEXT,
  options: {
    lenient: LENIENT,
    names: NAMES,
    message: MESSAGE_OPTION,
    ...GATEWAY_OPTIONS,
    timeout: OPEN_END_OPTION,
    json: { ...GATEWAY_OPTIONS.json, meaning: 'prints the answer as JSON, with the compiled schema' },
  },
  operands: 'file',
  examples: [
    ['ontology load -m "dogs are animals" park.ttl', ''],
    ['ontology load park.ttl zoo.owl', 'park.ttl imports zoo.owl'],
    ['ontology load --lenient - < big.owl', ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const ONTOLOGY_VALIDATE = {
  name: 'ontology validate',
  summary: 'check an ontology, and report the effect of a load',
  usage: ['[options] FILES…'],
  text: FILES_TEXT,
  options: {
    lenient: LENIENT,
    names: NAMES,
    ...PREVIEW,
    schema: { type: 'boolean', default: false, meaning: 'prints the compiled schema' },
    ...GATEWAY_OPTIONS,
  },
  operands: 'file',
  examples: [
    ['ontology validate park.ttl', ''],
    ['ontology validate --no-data --schema park.ttl', 'prints the compiled schema'],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const ONTOLOGY_DIFF = {
  name: 'ontology diff',
  summary: 'show the changes of a load, or between versions: axioms, terms, schema and facts',
  usage: ['[options] FILES…', '[options] VERSION FILES…', '[options] [VERSION [VERSION]]'],
  text: `${FILES_TEXT}
VERSION is a number of owlgate ontology log. Files are compared with the ontology in force and the stored data, or with
a version. One version is compared with the ontology in force; without operands, that with the version before it.`,
  options: {
    lenient: LENIENT,
    names: NAMES,
    ...PREVIEW,
    'exit-code': { type: 'boolean', default: false, meaning: 'status 1 if something would change' },
    ...GATEWAY_OPTIONS,
  },
  operands: 'file',
  examples: [
    ['ontology diff park.ttl', ''],
    ['ontology diff 3 5', 'of two versions'],
    ['ontology diff 3 park.ttl', ''],
    ['ontology diff --no-data --exit-code park.ttl || echo "not in force yet"', ''],
  ],
  status: `${GATEWAY_STATUS} With --exit-code also 1 if something would change.`,
} as const satisfies CommandSpecification;

export const ONTOLOGY_SHOW = {
  name: 'ontology show',
  summary: 'show the tree of classes, one class with its properties, or a version',
  usage: ['[options] [CLASS | VERSION]'],
  text: 'VERSION is a number of owlgate ontology log. CLASS is a name, an IRI, prefix:name with a prefix of the ontology, or a label in any language.',
  options: {
    lang: { type: 'string', takes: 'TAG', meaning: 'language of labels, as de: finds CLASS by them, and prints them' },
    source: { type: 'boolean', default: false, meaning: 'prints the document in force or of VERSION, as loaded' },
    turtle: { type: 'boolean', default: false, meaning: 'prints that document as Turtle' },
    ...GATEWAY_OPTIONS,
  },
  examples: [
    ['ontology show', ''],
    ['ontology show Dog', ''],
    ['ontology show 3', 'what version 3 changed'],
    ['ontology show --lang de Hund', 'by its German label'],
    ['ontology show --turtle > in-force.ttl', ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const ONTOLOGY_VIOLATIONS = {
  name: 'ontology violations',
  summary: 'list contradictions among the stored facts, with proofs',
  usage: ['[options]'],
  options: {
    first: { type: 'string', takes: 'N', meaning: 'maximum contradictions, 1 to 100000 (default: 100)' },
    repairs: { type: 'boolean', default: false, meaning: 'adds the smallest sets of facts whose deletion ends each' },
    'exit-code': { type: 'boolean', default: false, meaning: 'status 1 if there are contradictions' },
    ...GATEWAY_OPTIONS,
    timeout: OPEN_END_OPTION,
    json: { ...GATEWAY_OPTIONS.json, meaning: 'prints the list as JSON' },
  },
  examples: [
    ['ontology violations', ''],
    ['ontology violations --repairs --first 1', ''],
    ['ontology violations --exit-code > /dev/null || echo "the data contradicts itself"', ''],
  ],
  status: `${GATEWAY_STATUS} With --exit-code also 1 if there are contradictions.`,
} as const satisfies CommandSpecification;

export const ONTOLOGY_MATERIALIZE = {
  name: 'ontology materialize',
  summary: 'infer again from all stored data, for example after writes that bypassed the gateway',
  usage: ['[--wait] [options]', '--status [options]'],
  text: 'The gateway continues the work whether or not the command waits.',
  options: {
    wait: { type: 'boolean', default: false, meaning: 'waits for the end and prints the result' },
    status: { type: 'boolean', default: false, meaning: 'prints the state; starts nothing' },
    ...GATEWAY_OPTIONS,
    timeout: OPEN_END_OPTION,
  },
  examples: [
    ['ontology materialize --wait', ''],
    ['ontology materialize --status', ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const ONTOLOGY_GRAPHQL = {
  name: 'ontology graphql',
  summary: 'show, set or delete the GraphQL extension: rules of access, fields, types',
  usage: ['[get] [options]', `set FILE [options]`, 'delete [options]'],
  text: `Without arguments it prints the GraphQL extension, the SDL beside the ontology. set replaces it with a file
(${STANDARD_INPUT} is standard input), delete removes it.`,
  options: {
    generated: { type: 'boolean', default: false, meaning: 'get: prints the schema generated from the ontology' },
    'in-force': { type: 'boolean', default: false, meaning: 'get: prints the schema in force, with the extension' },
    validate: {
      type: 'boolean',
      default: false,
      meaning: 'set: only checks the file; changes nothing',
    },
    ...GATEWAY_OPTIONS,
  },
  operands: ['get', 'set', 'delete'],
  examples: [
    ['ontology graphql --in-force', ''],
    ['ontology graphql set --validate access.graphql', ''],
    ['ontology graphql set access.graphql', ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;
