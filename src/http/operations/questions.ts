/** Operations below /api/v1/databases/{id}: documents, questions, conversations (docs/retrieval.md, docs/chat.md). */
import { DOCUMENT_TYPES, listSchema, METADATA, MODULE_CHOICES, MODULES } from '../../retrieval';
import { array, integer, json, object, operation, ref, string, type Content, type Schema } from './operation';

const MAX_DOCUMENTS = 10_000;
/** Documents, chunks or conversations of one page. */
export const PAGE = { min: 1, max: 1_000, preset: 100 } as const;
export const OFFSET = { min: 0, max: 1_000_000, preset: 0 } as const;
const MAX_QUESTION_CHARACTERS = 10_000;

const count: Schema = { type: 'integer', minimum: 0 };
const time: Schema = { type: 'string', format: 'date-time' };
const text: Schema = { type: 'string' };
const EVENTS: Content = { 'application/x-ndjson': text, 'text/event-stream': text };

/** Body of a question. */
export const QUESTION: Schema = {
  type: 'object',
  required: ['question'],
  additionalProperties: false,
  properties: {
    question: { type: 'string', maxLength: MAX_QUESTION_CHARACTERS, pattern: '\\S' },
    module: { enum: [...MODULE_CHOICES] },
    trace: { enum: ['summary', 'full'] },
  },
};

/** Body of several documents. */
export const DOCUMENT_LIST: Schema = {
  type: 'object',
  required: ['documents'],
  additionalProperties: false,
  properties: { documents: listSchema(MAX_DOCUMENTS) },
};

const entry = {
  source: string,
  title: string,
  media_type: string,
  metadata: METADATA,
  characters: count,
  chunk_count: count,
  'embedded?': count,
  loaded_at: time,
};

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  DocumentReports: object({
    documents: array(
      object({
        source: string,
        status: { enum: ['created', 'replaced', 'unchanged', 'failed'] },
        'chunks?': count,
        'mentions?': count,
        'embedded?': count,
        'linked_by_model?': count,
        'cost_usd?': { type: 'number' },
        'warning?': string,
        'error?': { type: 'object' },
      }),
    ),
    failed: count,
  }),
  DocumentPage: object({ documents: array(object(entry)), 'next?': string }),
  Mention: {
    ...object({ start: count, end: count, text: string, uids: array(string), classes: array(string), 'by?': string }),
    description: 'Words of a passage that name nodes or classes; offsets are those of its text.',
  },
  Document: object({
    ...entry,
    chunks: array(
      object({
        ...{ chunk_index: count, start: count, end: count, 'heading?': string, text: string },
        mentions: array(ref('Mention')),
      }),
    ),
    'next?': string,
  }),
  Relinked: object({
    chunks: count,
    relinked: count,
    'linked_by_model?': count,
    'cost_usd?': { type: 'number' },
    'warning?': string,
  }),
  RetrievalResult: object({
    answer: { type: ['string', 'null'] },
    passages: array(object({ source: string, text: string, 'chunk_index?': count, 'score?': { type: 'number' } })),
    trajectory: array(object({ tool: string, arguments: { type: 'object' }, 'result_summary?': string })),
    cost_usd: { type: 'number' },
    loops: count,
    module_used: { enum: [...MODULES] },
    metadata: { type: 'object' },
  }),
  Conversations: object({
    conversations: array(object({ id: string, createdAt: time, updatedAt: time, messages: count })),
  }),
  Messages: object({
    conversation: string,
    messages: array(
      object({
        id: string,
        number: { type: 'integer', minimum: 1 },
        question: string,
        state: { enum: ['running', 'done', 'failed'] },
        createdAt: time,
        'result?': ref('RetrievalResult'),
        'error?': object({ message: string, code: string }),
      }),
    ),
  }),
};

const source = { description: 'Name of the document.', schema: string } as const;
const first = { description: 'Maximum number of entries.', schema: integer(PAGE) } as const;

export const POST_DOCUMENTS = operation({
  id: 'postDocuments',
  tag: 'documents',
  summary: 'Add or replace documents',
  parameters: {
    source: { description: 'Name of the document, if the body is one document.', schema: string },
    title: { description: 'Title of that document.', schema: string },
    metadata: { description: 'JSON object with metadata of that document.', schema: string },
  },
  body: {
    required: true,
    content: { ...json(DOCUMENT_LIST), ...Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, text])) },
  },
  answers: {
    200: {
      description: 'A report of each document; as events, with the progress of each.',
      content: { ...json(ref('DocumentReports')), ...EVENTS },
    },
  },
  errors: ['UnknownDatabase', 'DocumentUnreadable', 'TransactionAborted'],
});

/** A JSON body with documents has their names, so there are no query parameters. */
export const POST_DOCUMENT_LIST = { parameters: {} } as const;

export const GET_DOCUMENTS = operation({
  id: 'getDocuments',
  tag: 'documents',
  summary: 'List documents, or show one with its passages',
  parameters: {
    source,
    first,
    after: { description: '`next` of the page before.', schema: string },
  },
  answers: {
    200: {
      description: 'A page of documents; with `source` one document.',
      content: json({ oneOf: [ref('DocumentPage'), ref('Document')] }),
    },
  },
  errors: ['UnknownDatabase', 'UnknownDocument'],
});

export const DELETE_DOCUMENT = operation({
  id: 'deleteDocument',
  tag: 'documents',
  summary: 'Remove a document',
  parameters: { source: { ...source, required: true } },
  answers: {
    200: { description: 'Removed.', content: json(object({ source: string, status: { const: 'removed' } })) },
  },
  errors: ['UnknownDatabase', 'UnknownDocument', 'TransactionAborted'],
});

export const RELINK = operation({
  id: 'relinkDocuments',
  tag: 'documents',
  summary: 'Link all documents again with the nodes and classes that they name',
  parameters: {},
  answers: { 200: { description: 'Linked.', content: { ...json(ref('Relinked')), ...EVENTS } } },
  errors: ['UnknownDatabase', 'TransactionAborted'],
});

export const RETRIEVE = operation({
  id: 'retrieve',
  tag: 'questions',
  summary: 'Answer a question from facts and documents',
  parameters: {},
  body: { required: true, content: json(QUESTION) },
  answers: { 200: { description: 'The result.', content: json(ref('RetrievalResult')) } },
  errors: ['UnknownDatabase'],
});

const owner = { description: 'Name of another API key, for keys of the role admin.', schema: string } as const;
const lastEventId = { description: 'Resumes after this event.', schema: string } as const;
const ANSWER_EVENTS: Content = { 'text/event-stream': text };

export const LIST_CONVERSATIONS = operation({
  id: 'listConversations',
  tag: 'questions',
  summary: 'List conversations',
  parameters: { first, offset: { description: 'Entries to skip.', schema: integer(OFFSET) }, owner },
  answers: { 200: { description: 'One page.', content: json(ref('Conversations')) } },
  errors: ['UnknownDatabase'],
});

export const DELETE_CONVERSATION = operation({
  id: 'deleteConversation',
  tag: 'questions',
  summary: 'Delete a conversation',
  parameters: { owner },
  answers: { 204: { description: 'Deleted.' } },
  errors: ['UnknownDatabase', 'UnknownConversation', 'ConversationBusy'],
});

export const LIST_MESSAGES = operation({
  id: 'listMessages',
  tag: 'questions',
  summary: 'Messages of a conversation with their results',
  parameters: { owner },
  answers: { 200: { description: 'The messages.', content: json(ref('Messages')) } },
  errors: ['UnknownDatabase', 'UnknownConversation'],
});

export const POST_MESSAGE = operation({
  id: 'postMessage',
  tag: 'questions',
  summary: 'Ask in a conversation; the answer is a stream of events',
  parameters: {},
  headers: { 'Last-Event-ID': lastEventId },
  body: { required: false, content: json(QUESTION) },
  answers: { 200: { description: 'Events of the answer.', content: ANSWER_EVENTS } },
  errors: ['UnknownDatabase', 'UnknownMessage', 'ConversationBusy', 'ConversationFull', 'TooManyChats'],
});

export const MESSAGE_EVENTS = operation({
  id: 'getMessageEvents',
  tag: 'questions',
  summary: 'Events of an answer, again or onwards',
  parameters: { owner },
  headers: { 'Last-Event-ID': lastEventId },
  answers: {
    200: { description: 'Events of the answer.', content: ANSWER_EVENTS },
    204: { description: 'There are no events after the last one.' },
  },
  errors: ['UnknownDatabase', 'UnknownConversation', 'UnknownMessage'],
});
