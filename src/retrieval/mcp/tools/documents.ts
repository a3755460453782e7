/** Adding of documents. */
import { failedDocument, listSchema, MEDIA_TYPE, toSent, type ListedDocument } from '../../documents';
import { SOURCE } from '../../tools/passages';
import { DATABASE, type InDatabase, type Tool } from '../types';
import { openFor } from './reading';

interface AddDocuments extends InDatabase {
  readonly documents: readonly ListedDocument[];
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
      documents: listSchema(MAX_DOCUMENTS, {
        source: { ...SOURCE, description: 'Name of the document: a file name, an address or another name.' },
        media_type: { ...MEDIA_TYPE, description: 'Default: text/plain.' },
      }),
      database: DATABASE,
    },
  },
  requiredRole: 'write',
  writes: true,
  async run({ documents: sent, database = 'default' }, call) {
    const { documents } = await openFor('store documents', database, call);
    const reports: object[] = [];
    let failed = 0;
    for (const document of sent) {
      try {
        reports.push(await documents.put(toSent(document), call.signal));
      } catch (error) {
        call.signal.throwIfAborted();
        reports.push(failedDocument(document.source, error));
        failed++;
      }
    }
    return { documents: reports, failed };
  },
};
