/** Documents, parsed and validated: clients ask the same few with other variables, and those are kept. */
import { Kind, OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Classes } from '../sdl/model';
import { LRUCache } from '../../util/lru';
import { RequestFailure } from './failure';
import { checkLimits, type GraphqlLimits } from './limits';
import { parseDocument } from './parse';
import { hasOtherFragments, validateDocument } from './validate';

/** Longer ones hold data, and do not come back. */
const MAX_LENGTH = 16 * 1024;
const MAX_COUNT = 500;

export class Documents {
  private readonly kept = new LRUCache<string, DocumentNode>(MAX_COUNT);

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly limits: GraphqlLimits,
    readonly classes?: Classes,
  ) {}

  /** @throws RequestFailure */
  read(text: string): DocumentNode {
    const kept = this.kept.get(text);
    const document = kept ?? this.validated(text);
    if (!kept && text.length <= MAX_LENGTH) this.kept.set(text, document);
    return document;
  }

  /** Whether a document, be it wrong otherwise, has a fragment that is right only because a node may be in several classes. */
  hasFragmentByClass(text: string): boolean {
    try {
      return this.classes !== undefined && hasOtherFragments(this.schema, parseDocument(text, this.limits));
    } catch (error) {
      if (error instanceof RequestFailure) return false;
      throw error;
    }
  }

  private validated(text: string): DocumentNode {
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
