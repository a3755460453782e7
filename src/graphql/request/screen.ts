/** Check of documents that are passed on: of their limits, and for mutations. */
import { Kind, OperationTypeNode } from 'graphql';
import { LRUCache } from '../../util/lru';
import { detached } from '../../util/text';
import { checkLimits, type GraphqlLimits } from './limits';
import { parseDocument } from './parse';

interface Screened {
  /** True if any of its operations is a mutation. */
  readonly hasMutation: boolean;
}

/** Longer documents hold data, and are unlikely to recur. */
const MAX_LENGTH = 16 * 1024;
const MAX_COUNT = 1_000;
/** Maximum characters of all documents together. */
const MAX_CHARACTERS = 1_000_000;

export class Screen {
  private readonly cache = new LRUCache<string, Screened>({
    most: MAX_COUNT,
    weight: { most: MAX_CHARACTERS, of: (text) => text.length },
  });

  constructor(private readonly limits: GraphqlLimits) {}

  /** @throws RequestFailure for an invalid document, or one over a limit */
  check(text: string): Screened {
    const cached = this.cache.get(text);
    const screened = cached ?? this.screenDocument(text);
    if (!cached && text.length <= MAX_LENGTH) this.cache.set(detached(text), screened);
    return screened;
  }

  private screenDocument(text: string): Screened {
    const document = parseDocument(text, this.limits);
    checkLimits(document, this.limits);
    const hasMutation = document.definitions.some(
      (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.MUTATION,
    );
    return { hasMutation };
  }
}
