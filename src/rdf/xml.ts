/** The XML under RDF/XML and OWL/XML: a saxes parser whose entities are declared in the document, and bounded. */
import type { SaxesParser, SaxesTagNS } from '@rubensworks/saxes';
import { LineIndex, syntaxError } from './document';
import type { OwlgateError } from '../errors';
import type { Position } from './quads';

/** Elements within one another. */
const MAX_DEPTH = 10_000;
/** Attributes of one element, and namespace declarations that hold at one place. */
const MAX_ATTRIBUTES = 1_000;
/** Characters of one entity, all entities in it resolved. */
const MAX_ENTITY = 4_096;
/** What entities may add to a document, for each character of it; and to every document. */
const MAX_GROWTH = 20;
const FREE_GROWTH = 2 ** 20;

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What of a saxes parser is used here. */
type WatchedParser = Pick<SaxesParser<{ xmlns: true }>, 'position' | 'ENTITIES' | 'resolve'>;

interface StartedTag {
  readonly name: string;
  /** Grows while the attributes are read. */
  readonly ns: Readonly<Record<string, string>>;
}

const XML_NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xmlns', 'http://www.w3.org/2000/xmlns/'],
]);

/**
 * Watches over a saxes parser: where elements begin, how deep they are, what entities grow to. Entities declared with
 * their text are known (`<!ENTITY owl "http://…">`); external ones are never read.
 */
export class XmlGuard {
  private readonly lines: LineIndex;
  private readonly open: Position[] = [];
  /** For each open element but the one whose attributes are being read, the prefixes that hold in it. */
  private readonly scopes: ReadonlyMap<string, string>[] = [];
  private started: StartedTag | undefined;
  private grown = 0;

  constructor(
    private readonly text: string,
    private readonly parser: WatchedParser,
  ) {
    this.lines = new LineIndex(text);
    // Its own table inherits from Object, so that &constructor; would be one.
    parser.ENTITIES = Object.assign(Object.create(null) as Record<string, string>, PREDEFINED);
    // Its own way goes through all elements around, for every name.
    parser.resolve = (prefix) => this.started?.ns[prefix] ?? (this.scopes.at(-1) ?? XML_NAMESPACES).get(prefix);
  }

  /** To be called for every `opentagstart`. */
  enter(tag: StartedTag): void {
    this.started = tag;
    const start = this.text.lastIndexOf(`<${tag.name}`, this.parser.position);
    const position = this.lines.positionAt(Math.max(start, 0));
    this.open.push(position);
    if (this.open.length > MAX_DEPTH) {
      throw syntaxError(position, `elements are nested deeper than ${MAX_DEPTH}`);
    }
  }

  /** To be called for every `opentag`. */
  openTag({ attributes, ns }: Pick<SaxesTagNS, 'attributes' | 'ns'>): void {
    let scope = this.scopes.at(-1) ?? XML_NAMESPACES;
    const declared = Object.entries(ns);
    if (declared.length > 0) scope = new Map([...scope, ...declared]);
    this.scopes.push(scope);
    this.started = undefined;
    if (scope.size > MAX_ATTRIBUTES || Object.keys(attributes).length > MAX_ATTRIBUTES) {
      throw syntaxError(this.place(), `more than ${MAX_ATTRIBUTES} attributes or namespaces at one element`);
    }
  }

  /** To be called for every `closetag`. */
  leave(): void {
    this.open.pop();
    this.scopes.pop();
  }

  /** Where an open element begins. @param up 0 for the innermost, 1 for the one around it */
  place(up = 0): Position {
    return this.open[this.open.length - 1 - up] ?? this.open[0] ?? { line: 1, column: 1 };
  }

  /** What the parser has read up to. */
  here(): Position {
    return this.lines.positionAt(Math.max(this.parser.position - 1, 0));
  }

  /** The error of a parser: `3:7: unclosed tag: a`. */
  wellFormedness(error: Error): OwlgateError {
    const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    return syntaxError(this.here(), /^undefined entity/.test(reason) ? this.undefinedEntity() : `not XML: ${reason}`);
  }

  private undefinedEntity(): string {
    const end = this.parser.position;
    const name = this.text.slice(this.text.lastIndexOf('&', end - 1), end);
    return `the entity ${name.slice(0, 100)} is not declared; declare it with <!ENTITY …> in the DOCTYPE, or write its text out`;
  }

  /** To be called for `doctype`. */
  declareEntities(doctype: string): void {
    const declarations = doctype.replace(/<!--[^]*?-->/g, '');
    const values = new Map<string, string>();
    for (const match of declarations.matchAll(
      /<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\s)/g,
    )) {
      const [, name, double, single, external] = match;
      // The first declaration counts (XML 1.0, 4.2).
      if (name! in this.parser.ENTITIES) continue;
      if (external !== undefined)
        this.refuse(name!, 'is external, and external entities are not read; write its text out');
      else values.set(name!, values.get(name!) ?? double ?? single ?? '');
    }
    for (const name of values.keys()) this.define(name, values);
  }

  private define(name: string, values: ReadonlyMap<string, string>): void {
    const raw = values.get(name)!;
    if (raw.includes('<')) return this.refuse(name, 'holds markup, which is not read; write its text out');
    const value = expand(raw, values, []);
    if (value === undefined) return this.refuse(name, `grows to more than ${MAX_ENTITY} characters, or holds itself`);
    const limit = FREE_GROWTH + MAX_GROWTH * this.text.length;
    Object.defineProperty(this.parser.ENTITIES, name, {
      configurable: true,
      get: () => {
        this.grown += value.length;
        if (this.grown > limit)
          throw syntaxError(this.here(), `entities make the document grow by more than ${limit} characters`);
        return value;
      },
    });
  }

  private refuse(name: string, why: string): void {
    Object.defineProperty(this.parser.ENTITIES, name, {
      configurable: true,
      get: () => {
        throw syntaxError(this.here(), `the entity &${name}; ${why}`);
      },
    });
  }
}

/** @returns undefined where it holds itself, or is too long */
function expand(raw: string, values: ReadonlyMap<string, string>, within: readonly string[]): string | undefined {
  let text = '';
  let from = 0;
  for (const match of raw.matchAll(/&([^;&]+);/g)) {
    const reference = match[1]!;
    const value = within.includes(reference) ? undefined : resolve(reference, values, within);
    if (value === undefined) return undefined;
    text += raw.slice(from, match.index) + value;
    from = match.index + match[0].length;
    if (text.length > MAX_ENTITY) return undefined;
  }
  text += raw.slice(from);
  return text.length > MAX_ENTITY ? undefined : text;
}

function resolve(
  reference: string,
  values: ReadonlyMap<string, string>,
  within: readonly string[],
): string | undefined {
  const code = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(reference);
  if (code) {
    const point = code[1] === undefined ? parseInt(code[2]!, 10) : parseInt(code[1], 16);
    return point > 0x10ffff ? undefined : String.fromCodePoint(point);
  }
  const raw = values.get(reference);
  if (raw === undefined) return PREDEFINED[reference];
  // Each level at least doubles what is worth an attack; a chain longer than this is none that people write.
  return within.length > 16 ? undefined : expand(raw, values, [...within, reference]);
}
