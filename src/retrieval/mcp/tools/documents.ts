/** Adding of documents. */
import { failedDocument, type DocumentType } from '../../documents';
import { SOURCE } from '../../tools/passages';
import { DATABASE, type InDatabase, type Tool } from '../types';
import { openFor } from './reading';

interface AddDocuments extends InDatabase {
  readonly documents: readonly {
    readonly source: string;
    readonly text: string;
    readonly media_type?: DocumentType;
    readonly title?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  }[];
}

/** Maximum documents of one call; larger sets need POST …/documents. */
const MAX_DOCUMENTS = 100;

export const addDocuments: Tool<AddDocuments> = {
  name: 'add_documents',
  title: 'Add documents',
  description:
    'Stores documents with links to the nodes and classes that they name. A document replaces the stored one of the ' +
    'same source. Each document reports its own failure.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['documents'],
    properties: {
      documents: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_DOCUMENTS,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['source', 'text'],
          properties: {
            source: { ...SOURCE, description: 'Name of the document: a file name, an address or another name.' },
            text: { type: 'string' },
            media_type: { enum: ['text/plain', 'text/markdown', 'text/html'], description: 'Default: text/plain.' },
            title: { type: 'string' },
            metadata: { type: 'object' },
          },
        },
      },
      database: DATABASE,
    },
  },
  requiredRole: 'write',
  writes: true,
  async run({ documents: sent, database = 'default' }, call) {
    const { documents } = await openFor('store documents', database, call);
    const reports: object[] = [];
    let failed = 0;
    for (const { source, text, media_type: mediaType = 'text/plain', title, metadata } of sent) {
      try {
        reports.push(await documents.put({ source, content: text, mediaType, title, metadata }, call.signal));
      } catch (error) {
        call.signal.throwIfAborted();
        reports.push(failedDocument(source, error));
        failed++;
      }
    }
    return { documents: reports, failed };
  },
};
