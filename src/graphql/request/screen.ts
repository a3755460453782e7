/** Documents that go on to somebody else: within the limits, and known to have a mutation in them or none. */
import { Kind, OperationTypeNode } from 'graphql';
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
  /** Those used last are last. */
  private readonly kept = new Map<string, Screened>();

  constructor(private readonly limits: GraphqlLimits) {}

  /** @throws RequestFailure for what is no document, or over a limit */
  look(text: string): Screened {
    const kept = this.kept.get(text);
    const screened = kept ?? this.screened(text);
    if (text.length > MAX_LENGTH) return screened;
    this.kept.delete(text);
    this.kept.set(text, screened);
    if (this.kept.size > MAX_COUNT) this.kept.delete(this.kept.keys().next().value!);
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
