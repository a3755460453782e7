/** Cache of parsed and validated documents: clients send the same few with other variables. */
import { Kind, OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Classes } from '../sdl/model';
import { LRUCache } from '../../util/lru';
import { RequestFailure } from './failure';
import { checkLimits, type GraphqlLimits } from './limits';
import { parseDocument } from './parse';
import { validateDocument } from './validate';

/** Longer documents hold data, and are unlikely to recur. */
const MAX_LENGTH = 16 * 1024;
const MAX_COUNT = 500;
/** Maximum characters of all documents together. A tree takes up to 100 bytes per character. */
const MAX_CHARACTERS = 256 * 1024;

export class Documents {
  private readonly cache = new LRUCache<string, DocumentNode>({
    most: MAX_COUNT,
    weight: { most: MAX_CHARACTERS, of: (text) => text.length },
  });

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly limits: GraphqlLimits,
    readonly classes?: Classes,
  ) {}

  /** @throws RequestFailure */
  read(text: string): DocumentNode {
    const cached = this.cache.get(text);
    const document = cached ?? this.parseAndValidate(text);
    if (!cached && text.length <= MAX_LENGTH) this.cache.set(text, document);
    return document;
  }

  private parseAndValidate(text: string): DocumentNode {
    const document = parseDocument(text, this.limits);
    checkLimits(document, this.limits);
    const [first] = document.definitions;
    const isAlone = document.definitions.length === 1 && first?.kind === Kind.OPERATION_DEFINITION;
    if (isAlone && first.operation === OperationTypeNode.SUBSCRIPTION && !this.schema.getSubscriptionType()) {
      throw RequestFailure.of(
        "Not resolving subscription because schema doesn't have any fields defined for subscription operation.",
      );
    }
    validateDocument(this.schema, document, this.classes);
    return document;
  }
}
