/** The command lines of `owlgate documents …`. */
import { STANDARD_INPUT } from '../command';
import { DATABASE_OPTION, GATEWAY_OPTIONS, GATEWAY_STATUS, OPEN_END_OPTION } from '../gateway/options';
import { HELP_OPTION, type CommandSpecification } from '../specification';

const DATABASE = { ...DATABASE_OPTION, short: 'd' } as const;

/** What the gateway reads, by the extensions that files have. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.pdf': 'application/pdf',
};

export const DOCUMENTS = {
  name: 'documents',
  summary: 'the documents that questions are answered from: add, list, remove, relink',
  usage: ['add FILES…', 'list [SOURCE]', 'remove SOURCES…', 'relink'],
  text: 'owlgate documents add --help, and so on, tell all of each.',
  options: { help: HELP_OPTION },
  operands: ['add', 'list', 'remove', 'relink'],
  examples: [['documents add reports/ log.md', '']],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const DOCUMENTS_ADD = {
  name: 'documents add',
  summary: 'brings documents in; one of a source that is there replaces it',
  usage: ['[options] FILES…', `--source NAME [options] FILE | ${STANDARD_INPUT}`],
  text: `Text, Markdown, HTML and PDF, by the extension (${Object.keys(MEDIA_TYPES).join(' ')}); other files are read as text, but in
a directory, which is gone through with those below it, left out. A document's source is the name of its file, as it is
given. What has not changed is not written again, so that a command that was cut off is given again.`,
  options: {
    source: {
      type: 'string',
      takes: 'NAME',
      meaning: 'what the document is known by, instead of the name of its file',
    },
    title: { type: 'string', takes: 'TEXT', meaning: 'its title, with --source' },
    type: {
      type: 'string',
      takes: 'TYPE',
      values: [...new Set(Object.values(MEDIA_TYPES))],
      meaning: 'what the files are, whatever their extension: text/plain, text/markdown, text/html, application/pdf',
    },
    database: DATABASE,
    ...GATEWAY_OPTIONS,
    timeout: OPEN_END_OPTION,
    json: { ...GATEWAY_OPTIONS.json, meaning: 'what became of each as JSON' },
  },
  operands: 'file',
  examples: [
    ['documents add log.md light.pdf', ''],
    ['documents add reports/', 'and what is below it'],
    ['documents add --source https://example.org/light --type text/html - < light.html', ''],
  ],
  status: `${GATEWAY_STATUS} 1 as well where a document could not be read; the others are there.`,
} as const satisfies CommandSpecification;

export const DOCUMENTS_LIST = {
  name: 'documents list',
  summary: 'the documents, or the passages of one',
  usage: ['[options] [SOURCE]'],
  options: { database: DATABASE, ...GATEWAY_OPTIONS },
  examples: [
    ['documents list', ''],
    ['documents list log.md', ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const DOCUMENTS_REMOVE = {
  name: 'documents remove',
  summary: 'takes documents out',
  usage: ['[options] SOURCES…'],
  options: { database: DATABASE, ...GATEWAY_OPTIONS },
  examples: [['documents remove log.md', '']],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const DOCUMENTS_RELINK = {
  name: 'documents relink',
  summary: 'links all documents anew with the nodes and classes that they name',
  usage: ['[options]'],
  text: 'For nodes that came after the documents, and for names that have changed.',
  options: {
    database: DATABASE,
    ...GATEWAY_OPTIONS,
    timeout: OPEN_END_OPTION,
  },
  examples: [['documents relink', '']],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;
