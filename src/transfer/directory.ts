/**
 * Data directory of the embedded engine as a source. It can be read while an engine serves it. Unlike answers over
 * HTTP, it has password hashes and the type of every value.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { PredicateDeclaration, SchemaDocument } from '../dql';
import { Contents } from '../embedded';
import { edgeLine, valueLine } from './format';
import { isDgraphName, TYPE_PREDICATE } from './names';
import { isMovedType, type Chunk, type Source } from './source';

/** Characters that are read between two turns of the event loop, and written at once. */
const CHUNK_CHARACTERS = 1 << 18;
const NODES = 1_000;
/** Predicate of the GraphQL schema, in Dgraph and in this engine. */
const GRAPHQL = 'dgraph.graphql.schema';

export class DirectorySource implements Source {
  readonly schema: SchemaDocument;
  readonly graphql: string | undefined;
  readonly leftOut: readonly string[] = [];

  private constructor(
    readonly name: string,
    private readonly contents: Contents,
  ) {
    const { predicates, types } = contents;
    this.schema = {
      predicates: predicates.filter((predicate) => !isDgraphName(predicate.name)),
      types: types.filter((type) => !isDgraphName(type.name)),
    };
    const [node] = contents.nodes(GRAPHQL, 0, 1);
    const [stored] = node === undefined ? [] : contents.values(GRAPHQL, node);
    this.graphql = stored?.text || undefined;
  }

  /** Opens a data directory. @throws StoreError if it holds no data of this engine */
  static open(directory: string): DirectorySource {
    return new DirectorySource(directory, Contents.open(directory));
  }

  async *statements(predicate: PredicateDeclaration): AsyncGenerator<Chunk> {
    let text = '';
    let statements = 0;
    for (let after = 0; ;) {
      const nodes = this.contents.nodes(predicate.name, after, NODES);
      for (const uid of nodes) {
        for (const line of this.lines(predicate, uid)) {
          text += line;
          statements++;
          if (text.length < CHUNK_CHARACTERS) continue;
          yield { text, statements };
          [text, statements] = ['', 0];
          await turn();
        }
      }
      if (nodes.length < NODES) break;
      after = nodes.at(-1)!;
    }
    if (statements > 0) yield { text, statements };
  }

  private *lines({ name, type }: PredicateDeclaration, uid: number): Generator<string> {
    const subject = `0x${uid.toString(16)}`;
    if (type === 'uid') {
      for (const { to, facets } of this.contents.edges(name, uid)) {
        yield edgeLine(subject, name, `0x${to.toString(16)}`, facets);
      }
      return;
    }
    const isType = name === TYPE_PREDICATE;
    for (const { facets, ...literal } of this.contents.values(name, uid)) {
      if (isType && !isMovedType(literal.text)) continue;
      yield valueLine(subject, name, literal, facets);
    }
  }

  close(): Promise<void> {
    return this.contents.close();
  }
}
