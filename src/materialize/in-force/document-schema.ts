/**
 * Predicates of documents (ontologies/owlgate/documents.ttl defines them). They exist beside the user's ontology, and
 * are added to an engine's schema when its first document arrives. Clients cannot write them.
 *
 * Values that are written once, with their chunk, need no conflict detection (`@noconflict`). Otherwise an engine lists
 * all keys of a transaction in each answer, one for each word of a document, which would take most of the time of a
 * large document. Two documents of one source conflict in the source. New links and a replacement conflict in the
 * offsets.
 */

/** Declarations in the schema language, by name. */
export const DOCUMENT_SCHEMA: Readonly<Record<string, string>> = {
  'owlgate.document.source': 'string @index(exact) @upsert',
  'owlgate.document.title': 'string',
  'owlgate.document.mediaType': 'string',
  'owlgate.document.metadata': 'string',
  'owlgate.document.checksum': 'string',
  'owlgate.document.characters': 'int',
  'owlgate.document.terms': 'int',
  'owlgate.document.chunks': 'int',
  'owlgate.document.loadedAt': 'string',
  'owlgate.document.chunk': '[uid] @reverse',
  'owlgate.chunk.index': 'int @index(int) @noconflict',
  'owlgate.chunk.start': 'int @noconflict',
  'owlgate.chunk.end': 'int @noconflict',
  'owlgate.chunk.heading': 'string @noconflict',
  'owlgate.chunk.text': 'string @noconflict',
  'owlgate.chunk.terms': 'string @index(term) @noconflict',
  'owlgate.chunk.mentions': '[uid] @reverse',
  'owlgate.chunk.classes': '[string] @index(exact)',
  'owlgate.chunk.offsets': 'string',
  'owlgate.chunk.asked': 'string',
};

export const DOCUMENT_PREDICATES: readonly string[] = Object.keys(DOCUMENT_SCHEMA);

/** Predicates of conversations (retrieval/chat/store.ts): declared when the first one begins. */
const CHAT_SCHEMA: Readonly<Record<string, string>> = {
  'owlgate.chat.key': 'string @index(exact) @upsert',
  'owlgate.chat.owner': 'string @index(exact)',
  'owlgate.chat.id': 'string',
  'owlgate.chat.createdAt': 'string',
  'owlgate.chat.updatedAt': 'string @index(exact)',
  'owlgate.chat.count': 'int',
  'owlgate.chat.message': '[uid]',
  'owlgate.message.id': 'string @index(exact)',
  'owlgate.message.number': 'int',
  'owlgate.message.state': 'string',
  'owlgate.message.question': 'string',
  'owlgate.message.createdAt': 'string',
  'owlgate.message.events': 'string',
};

export const CHAT_PREDICATES: readonly string[] = Object.keys(CHAT_SCHEMA);

/** Returns declarations for /alter. */
export const printChatSchema = (names: readonly string[] = CHAT_PREDICATES): string =>
  names.map((name) => `${name}: ${CHAT_SCHEMA[name]!} .`).join('\n');

/** Prefix of vector predicates, one per embedding model: vectors of different models are not comparable. */
export const EMBEDDING_PREFIX = 'owlgate.embedding.';

/** Returns declarations for /alter. */
export const printDocumentSchema = (names: readonly string[] = DOCUMENT_PREDICATES): string =>
  names.map((name) => `${name}: ${DOCUMENT_SCHEMA[name]!} .`).join('\n');
