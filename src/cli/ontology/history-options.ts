/** Command lines of the history: `owlgate ontology log`, `rollback`, `blame`. */
import { GATEWAY_OPTIONS, GATEWAY_STATUS, OPEN_END_OPTION } from '../gateway/options';
import type { CommandSpecification } from '../specification';

export const MESSAGE_OPTION = {
  type: 'string',
  short: 'm',
  takes: 'TEXT',
  meaning: 'message of the version, for its history',
} as const;

export const ONTOLOGY_LOG = {
  name: 'ontology log',
  summary: 'list the versions of the ontology: who, when, from where, and what changed',
  usage: ['[options]'],
  options: {
    first: { type: 'string', takes: 'N', meaning: 'maximum versions, 1 to 1000 (default: all)' },
    format: {
      type: 'string',
      takes: 'FORMAT',
      values: ['text', 'markdown'],
      default: 'text',
      meaning: 'text or markdown, a changelog',
    },
    ...GATEWAY_OPTIONS,
  },
  examples: [
    ['ontology log', ''],
    ['ontology log --format markdown > CHANGELOG.md', ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const ONTOLOGY_ROLLBACK = {
  name: 'ontology rollback',
  summary: 'load the documents of an earlier version again, as the next version',
  usage: ['[options] VERSION'],
  options: {
    message: { ...MESSAGE_OPTION, meaning: 'message of the version (default: "roll back to version N")' },
    validate: { type: 'boolean', default: false, meaning: 'changes nothing, and reports the effect' },
    ...GATEWAY_OPTIONS,
    timeout: OPEN_END_OPTION,
  },
  examples: [
    ['ontology rollback --validate 3', ''],
    ['ontology rollback -m "the new keys were wrong" 3', ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const ONTOLOGY_BLAME = {
  name: 'ontology blame',
  summary: 'show the version that brought each axiom about a term',
  usage: ['[options] TERM'],
  text: 'TERM is a name, an IRI, or prefix:name with a prefix of the ontology.',
  options: GATEWAY_OPTIONS,
  examples: [['ontology blame Dog', '']],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;
