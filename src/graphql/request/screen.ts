/** Documents that go on to somebody else: within the limits, and known to have a mutation in them or none. */
import { Kind, OperationTypeNode } from 'graphql';
import { LRUCache } from '../../util/lru';
import { checkLimits, type GraphqlLimits } from './limits';
import { parseDocument } from './parse';

export interface Screened {
  /** Whether any of its operations is a mutation, whichever is asked for. */
  readonly hasMutation: boolean;
}

/** Longer ones hold data, and do not come back. */
const MAX_LENGTH = 16 * 1024;
const MAX_COUNT = 1_000;

export class Screen {
  private readonly kept = new LRUCache<string, Screened>(MAX_COUNT);

  constructor(private readonly limits: GraphqlLimits) {}

  /** @throws RequestFailure for what is no document, or over a limit */
  look(text: string): Screened {
    const kept = this.kept.get(text);
    const screened = kept ?? this.screened(text);
    if (!kept && text.length <= MAX_LENGTH) this.kept.set(text, screened);
    return screened;
  }

  private screened(text: string): Screened {
    const document = parseDocument(text, this.limits);
    checkLimits(document, this.limits);
    const hasMutation = document.definitions.some(
      (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.MUTATION,
    );
    return { hasMutation };
  }
}
