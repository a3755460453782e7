/** Documents of a JSON list, as HTTP and MCP take them. */
import type { SentDocument } from './prepare';
import { DOCUMENT_TYPES, type DocumentType } from './read';

export interface ListedDocument {
  readonly source: string;
  readonly text: string;
  /** Default: `text/plain`. */
  readonly media_type?: DocumentType;
  readonly title?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export const METADATA = { type: 'object' } as const;
/** Types of documents that are text. */
export const MEDIA_TYPE = { enum: DOCUMENT_TYPES.filter((type) => type !== 'application/pdf') };

const PROPERTIES = {
  source: { type: 'string' },
  text: { type: 'string' },
  media_type: MEDIA_TYPE,
  title: { type: 'string' },
  metadata: METADATA,
};

/**
 * Returns the JSON Schema of a list of documents.
 *
 * @param maxItems maximum documents
 * @param described replaces properties of a document
 */
export const listSchema = (maxItems: number, described: Readonly<Record<string, object>> = {}) => ({
  type: 'array',
  minItems: 1,
  maxItems,
  items: {
    type: 'object',
    required: ['source', 'text'],
    additionalProperties: false,
    properties: { ...PROPERTIES, ...described },
  },
});

export const toSent = ({ source, text, media_type, title, metadata }: ListedDocument): SentDocument => ({
  source,
  content: text,
  mediaType: media_type ?? 'text/plain',
  title,
  metadata,
});
