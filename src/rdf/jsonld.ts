/** JSON-LD text → quads with positions (https://www.w3.org/TR/json-ld11/), by jsonld-streaming-parser. */
import { setImmediate as turn } from 'node:timers/promises';
import type { JsonLdParser } from 'jsonld-streaming-parser';
import { OwlgateError } from '../errors';
import { anonymousPrefix, DEFAULT_BASE, syntaxError } from './document';
import { parseJson } from './json-tree';
import type { JsonNode, JsonTree } from './json-tree';
import { readContexts } from './jsonld-contexts';
import type { ContextLoader, Contexts } from './jsonld-contexts';
import { comparePositions } from './quads';
import type { Position, Quad, QuadDocument } from './quads';
import { languageTag } from './language-tags';
import { malformedTag, termFactory, toTerm } from './rdfjs';
import type { RdfJsQuad, RdfJsTerm } from './rdfjs';

/**
 * Parses a JSON-LD document: the statements of all its graphs. The position of a term is that of the value that names
 * it.
 *
 * Blank nodes keep their labels; those without one get numbers.
 *
 * @param base base of relative IRIs unless a `@context` has `@base`
 * @param loadContext loader of remote `@context`s; without it, documents that refer to one are refused
 * @throws OwlgateError OntologySyntax with the line and column of the first error
 */
export async function parseJsonLd(text: string, base?: string, loadContext?: ContextLoader): Promise<QuadDocument> {
  const tree = parseJson(text);
  return new JsonLdReader(tree, base ?? DEFAULT_BASE, loadContext).readDocument();
}

/** Parses a JSON-LD document, and keeps the graph of each statement: '' for the default graph. @throws as parseJsonLd */
export async function parseJsonLdDataset(
  text: string,
  base?: string,
  loadContext?: ContextLoader,
): Promise<readonly { readonly quad: Quad; readonly graph: string }[]> {
  const reader = new JsonLdReader(parseJson(text), base ?? DEFAULT_BASE, loadContext);
  const { quads } = await reader.readDocument();
  return quads.map((quad) => ({ quad, graph: reader.namedGraphs.get(quad) ?? '' }));
}

/** Bytes per turn of the event loop. */
const CHUNK = 64 * 1024;

class JsonLdReader {
  /** Graphs of the statements outside the default graph. */
  readonly namedGraphs = new Map<Quad, string>();
  private readonly quads: Quad[] = [];
  private path: readonly unknown[] = [];
  private position: Position | undefined;

  constructor(
    private readonly tree: JsonTree,
    private readonly base: string,
    private readonly loadContext: ContextLoader | undefined,
  ) {}

  async readDocument(): Promise<QuadDocument> {
    // A context may define aliases of @type and @language.
    const contexts = await readContexts(this.tree, this.base, this.loadContext);
    await this.parse(Buffer.from(printForParser(this.tree, contexts)), contexts);
    this.quads.sort((a, b) => comparePositions(a.position, b.position));
    return { quads: this.quads, prefixes: contexts.prefixes };
  }

  private async parse(source: Buffer, contexts: Contexts): Promise<void> {
    const parser = await this.parser(contexts);
    try {
      for (let from = 0; from < source.length; from += CHUNK) {
        await new Promise<void>((resolve, reject) => {
          parser.once('error', reject);
          parser._transform(source.subarray(from, from + CHUNK), 'utf8', (error) =>
            error ? reject(error) : resolve(),
          );
        });
        parser.removeAllListeners('error');
        await turn();
      }
    } catch (error) {
      if (error instanceof OwlgateError) throw error;
      throw syntaxError(this.currentPosition(), `JSON-LD: ${reasonOf(error)}`);
    }
  }

  /**
   * Creates the parser. It is a stream; the reader drives it directly and intercepts each quad to record its position.
   */
  private async parser({ load }: Contexts): Promise<JsonLdParser> {
    // Lazy: the import would double the start-up time of the program, and few documents are JSON-LD.
    const { JsonLdParser: Parser } = await import('jsonld-streaming-parser');
    const parser = new Parser({
      baseIRI: this.base,
      dataFactory: termFactory(anonymousPrefix(this.tree.text), () => this.currentPosition()),
      streamingProfile: true,
      streamingProfileAllowOutOfOrderPlainType: true,
      documentLoader: { load: load as never },
    });
    const onValue = parser.newOnValueJob.bind(parser);
    parser.newOnValueJob = (keys: unknown[], value: unknown, depth: number, isNew: boolean) => {
      // For items of an array the parser calls itself with the path of the array.
      if (isNew) this.path = keys;
      this.position = undefined;
      return onValue(keys, value, depth, isNew);
    };
    parser.push = (quad: RdfJsQuad) => this.add(quad);
    return parser;
  }

  private currentPosition(): Position {
    return (this.position ??= this.tree.positionOf(this.path));
  }

  private add(quad: RdfJsQuad | null): boolean {
    if (!quad) return true;
    const positionOf = (term: RdfJsTerm): Position => term.position ?? this.currentPosition();
    const position = positionOf(quad.object);
    const placed = {
      ...toTerm.triple(quad, position),
      position,
      subjectPosition: positionOf(quad.subject),
      predicatePosition: positionOf(quad.predicate),
    };
    this.quads.push(placed);
    const { termType, value } = quad.graph;
    if (termType !== 'DefaultGraph') this.namedGraphs.set(placed, termType === 'BlankNode' ? `_:${value}` : value);
    return true;
  }
}

/** The parser's own reason. It stumbles over some forms that it does not expect, which its exception does not explain. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && (error.name === 'TypeError' || error.name === 'RangeError')) {
    return 'a value here has a form that JSON-LD does not permit';
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, 300).replace(/\.$/, '');
}

/**
 * Prints a document for the parser.
 *
 * - `@context`, then types, then `@id` come first in every object, as streaming requires
 *   (https://www.w3.org/TR/json-ld11-streaming/). Without this order the parser buffers the whole document and searches
 *   it for each value.
 * - Languages are well-formed. The parser would leave out the values of others.
 */
function printForParser(tree: JsonTree, { typeNames, languageNames, languageMaps }: Contexts): string {
  const rank = (name: string): number => (name === '@context' ? 0 : typeNames.has(name) ? 1 : name === '@id' ? 2 : 3);
  const tag = (text: string, at: number): string => {
    const wellFormed = languageTag(text);
    if (wellFormed === undefined) throw malformedTag(tree.positionAt(at), text);
    return wellFormed;
  };
  const print = (node: JsonNode, name?: string): string => {
    if (node.items) return `[${node.items.map((item) => print(item)).join(',')}]`;
    const isTag = name !== undefined && languageNames.has(name) && node.kind === 'string';
    if (!node.members) return isTag ? printTag(node) : tree.text.slice(node.start, node.end);
    const isMap = name !== undefined && languageMaps.has(name);
    const order = [...node.members]
      .map(([member, { start, value }]) => ({ member, start, value, rank: rank(member) }))
      .sort((a, b) => a.rank - b.rank);
    const members = order.map(({ member, start, value }) => {
      // A name may also stand for @none.
      const isTag = languageTag(member) === member;
      const isLanguage = isMap && !isTag && !member.startsWith('@');
      return `${JSON.stringify(isLanguage ? tag(member, start) : member)}:${print(value, member)}`;
    });
    return `{${members.join(',')}}`;
  };
  const printTag = (node: JsonNode): string => {
    const text = tree.scalar(node) as string;
    return JSON.stringify(text === '' || text.startsWith('@') ? text : tag(text, node.start));
  };
  return print(tree.root);
}
