/** Command lines of `owlgate documents …`. */
import { STANDARD_INPUT } from '../command';
import { DATABASE_OPTION, GATEWAY_OPTIONS, GATEWAY_STATUS, OPEN_END_OPTION } from '../gateway/options';
import { HELP_OPTION, type CommandSpecification } from '../specification';

const DATABASE = { ...DATABASE_OPTION, short: 'd' } as const;

/** Media types that the gateway reads, by file extension. */
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
  summary: 'documents that answer questions: add, list, remove, relink',
  usage: ['add FILES…', 'list [SOURCE]', 'remove SOURCES…', 'relink'],
  text: 'owlgate documents add --help describes add, and so on.',
  options: { help: HELP_OPTION },
  operands: ['add', 'list', 'remove', 'relink'],
  examples: [['documents add reports/ log.md', '']],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const DOCUMENTS_ADD = {
  name: 'documents add',
  summary: 'add documents; replace those with the same source',
  usage: ['[options] FILES…', `--source NAME [options] FILE | ${STANDARD_INPUT}`],
  text: `Text, Markdown, HTML and PDF, by the extension (${Object.keys(MEDIA_TYPES).join(' ')}); other files are read as text.
Directories are searched recursively, for these extensions only. The source of a document is its file name as given. Unchanged
documents are not written again, so that an interrupted command can be repeated.`,
  options: {
    source: {
      type: 'string',
      takes: 'NAME',
      meaning: 'source of the document, instead of its file name',
    },
    title: { type: 'string', takes: 'TEXT', meaning: 'its title, with --source' },
    type: {
      type: 'string',
      takes: 'TYPE',
      values: [...new Set(Object.values(MEDIA_TYPES))],
      meaning:
        'media type of all files: text/plain, text/markdown, text/html, application/pdf (default: by the extension)',
    },
    database: DATABASE,
    ...GATEWAY_OPTIONS,
    timeout: OPEN_END_OPTION,
    json: { ...GATEWAY_OPTIONS.json, meaning: 'prints the result of each document as JSON' },
  },
  operands: 'file',
  examples: [
    ['documents add log.md light.pdf', ''],
    ['documents add reports/', 'with its subdirectories'],
    ['documents add --source https://example.org/light --type text/html - < light.html', ''],
  ],
  status: `${GATEWAY_STATUS} Also 1 if a document could not be read; the others are stored.`,
} as const satisfies CommandSpecification;

export const DOCUMENTS_LIST = {
  name: 'documents list',
  summary: 'list documents, or the passages of one',
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
  summary: 'remove documents',
  usage: ['[options] SOURCES…'],
  options: { database: DATABASE, ...GATEWAY_OPTIONS },
  examples: [['documents remove log.md', '']],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export const DOCUMENTS_RELINK = {
  name: 'documents relink',
  summary: 'link all documents again with the nodes and classes that they name',
  usage: ['[options]'],
  text: 'For nodes newer than the documents, and for changed names.',
  options: {
    database: DATABASE,
    ...GATEWAY_OPTIONS,
    timeout: OPEN_END_OPTION,
  },
  examples: [['documents relink', '']],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;
