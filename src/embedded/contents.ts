/** Contents of a data directory at one moment, for exports; also while an engine has it open. */
import type { PredicateDeclaration, TypeDeclaration } from '../dql';
import { StoreView } from './storage';
import type { Environment, ReadTransaction } from './storage/environment';
import { load, openToRead } from './storage/open';
import { SpaceReader } from './storage/reader';
import type { StoredFacet, Uid } from './storage';
import { convert, formatDateTime } from './values';
import type { Value, ValueType } from './values';

/** Value as text that parses back to the same value of its type. */
interface PlainValue {
  readonly type: ValueType;
  readonly text: string;
}

interface PlainFacet extends PlainValue {
  readonly key: string;
}

interface PlainEdge {
  readonly to: Uid;
  readonly facets: readonly PlainFacet[];
}

interface PlainEntry extends PlainValue {
  /** '' for a value without a language. */
  readonly lang: string;
  readonly facets: readonly PlainFacet[];
}

export class Contents {
  private constructor(
    private readonly env: Environment,
    private readonly transaction: ReadTransaction,
    private readonly view: StoreView,
  ) {}

  /** @throws StoreError if the directory has no data, or data of another program */
  static open(directory: string): Contents {
    const env = openToRead(directory);
    const transaction = env.snapshot();
    const { catalog, facetKeys } = load(env, { transaction });
    return new Contents(env, transaction, new StoreView(catalog, new SpaceReader(env, facetKeys, transaction)));
  }

  get predicates(): readonly PredicateDeclaration[] {
    return [...this.view.schema.predicates()];
  }

  get types(): readonly TypeDeclaration[] {
    return [...this.view.schema.types()];
  }

  /** Returns the first `limit` nodes above `after` that have the predicate, ascending. */
  nodes(predicate: string, after: Uid, limit: number): Uid[] {
    const uids: Uid[] = [];
    for (const uid of this.view.subjects(predicate, false, after)) {
      uids.push(uid);
      if (uids.length >= limit) break;
    }
    return uids;
  }

  /** Yields the edges of a node under a predicate of type uid. */
  *edges(predicate: string, uid: Uid): Generator<PlainEdge> {
    for (const to of this.view.uids(predicate, uid, false)) {
      yield { to, facets: this.view.edgeFacets(predicate, uid, to, false).map(plainFacet) };
    }
  }

  /** Yields the values of a node under any other predicate. */
  *values(predicate: string, uid: Uid): Generator<PlainEntry> {
    for (const { value, lang, facets } of this.view.values(predicate, uid)) {
      yield { ...plain(value), lang, facets: facets.map(plainFacet) };
    }
  }

  async close(): Promise<void> {
    this.transaction.done();
    await this.env.close();
  }
}

const plainFacet = ({ key, value }: StoredFacet): PlainFacet => ({ key, ...plain(value) });

function plain(value: Value): PlainValue {
  const { type } = value;
  switch (value.type) {
    case 'default':
    case 'string':
    case 'password':
    // Converting a bigfloat to a string would cut it to ten digits.
    // oxlint-disable-next-line no-fallthrough -- see above
    case 'bigfloat':
      return { type, text: value.value };
    case 'datetime':
      return { type, text: formatDateTime(value.value) };
    default:
      return { type, text: convert(value, 'string').value as string };
  }
}
