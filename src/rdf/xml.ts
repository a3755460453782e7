/** XML layer of RDF/XML and OWL/XML: positions, limits and internal entities for a saxes parser. */
import type { SaxesParser, SaxesTagNS } from '@rubensworks/saxes';
import { LineIndex, syntaxError } from './document';
import type { OwlgateError } from '../errors';
import type { Position } from './quads';

/** Maximum nesting of elements. */
const MAX_DEPTH = 10_000;
/** Maximum attributes of an element, and maximum namespaces in scope. */
const MAX_ATTRIBUTES = 1_000;
/** Maximum characters of an entity, after expansion. */
const MAX_ENTITY = 4_096;
/** Maximum characters that entities may add: a factor of the document's length, and an allowance for every document. */
const MAX_GROWTH = 20;
const FREE_GROWTH = 2 ** 20;

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

type WatchedParser = Pick<SaxesParser<{ xmlns: true }>, 'position' | 'line' | 'column' | 'ENTITIES' | 'resolve'>;

interface StartedTag {
  readonly name: string;
  /** Namespace declarations of the tag; the parser adds them while it reads the attributes. */
  readonly ns: Readonly<Record<string, string>>;
}

const XML_NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xmlns', 'http://www.w3.org/2000/xmlns/'],
]);

/**
 * Entity declarations of a DOCTYPE; the other alternatives skip comments, processing instructions and quoted text,
 * which may contain `<!ENTITY` or `<!--`.
 */
const DECLARATIONS =
  /<!--[^]*?-->|<\?[^]*?\?>|<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\s)|"[^"]*"|'[^']*'/g;

/**
 * Guard of a saxes parser: tracks positions of elements and limits nesting and entity expansion. Supports internal
 * entities (`<!ENTITY owl "http://…">`); never reads external ones.
 */
export class XmlGuard {
  /** Undefined for a document that comes in parts. */
  private readonly lines: LineIndex | undefined;
  private readonly open: Position[] = [];
  /** Prefixes in scope, for each open element except the one whose attributes are being read. */
  private readonly scopes: ReadonlyMap<string, string>[] = [];
  private started: StartedTag | undefined;
  /** Characters added by entities. */
  private growth = 0;

  /** @param text the whole document; undefined for one that comes in parts, whose positions are the parser's */
  constructor(
    private readonly text: string | undefined,
    private readonly parser: WatchedParser,
  ) {
    this.lines = text === undefined ? undefined : new LineIndex(text);
    // The default table inherits from Object.prototype, so &constructor; would be an entity.
    parser.ENTITIES = Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(PREDEFINED));
    // The default method searches all enclosing elements for every name.
    parser.resolve = (prefix) => this.started?.ns[prefix] ?? (this.scopes.at(-1) ?? XML_NAMESPACES).get(prefix);
  }

  /** Handles `opentagstart`. */
  enter(tag: StartedTag): void {
    this.started = tag;
    const position = this.startOf(tag);
    this.open.push(position);
    if (this.open.length > MAX_DEPTH) {
      throw syntaxError(position, `elements are nested deeper than ${MAX_DEPTH}`);
    }
  }

  private startOf({ name }: StartedTag): Position {
    const { text, lines, parser } = this;
    if (lines) return lines.positionAt(Math.max(text!.lastIndexOf(`<${name}`, parser.position), 0));
    return { line: parser.line, column: Math.max(parser.column - name.length - 1, 1) };
  }

  /** Handles `opentag`. */
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

  /** Handles `closetag`. */
  leave(): void {
    this.open.pop();
    this.scopes.pop();
  }

  /** Returns the start of an open element. @param up 0 for the innermost element, 1 for its parent */
  place(up = 0): Position {
    return this.open[this.open.length - 1 - up] ?? this.open[0] ?? { line: 1, column: 1 };
  }

  /** Returns the current position of the parser. */
  position(): Position {
    const { lines, parser } = this;
    return lines?.positionAt(Math.max(parser.position - 1, 0)) ?? { line: parser.line, column: parser.column };
  }

  /** Converts an error of the parser such as `3:7: unclosed tag: a`. */
  wellFormedness(error: Error): OwlgateError {
    const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    return syntaxError(
      this.position(),
      /^undefined entity/.test(reason) ? this.undefinedEntity() : `not XML: ${reason}`,
    );
  }

  private undefinedEntity(): string {
    const end = this.parser.position;
    if (this.text === undefined) return 'an entity is not declared; declare it with <!ENTITY …> in the DOCTYPE';
    const name = this.text.slice(this.text.lastIndexOf('&', end - 1), end);
    return (
      `the entity ${name.slice(0, 100)} is not declared; declare it with <!ENTITY …> in the DOCTYPE, or ` +
      'replace it by its text'
    );
  }

  /** Handles `doctype`. */
  declareEntities(doctype: string): void {
    const values = new Map<string, string>();
    for (const [, name, double, single, external] of doctype.matchAll(DECLARATIONS)) {
      if (name === undefined) continue;
      // The first declaration counts (XML 1.0, 4.2).
      if (name in this.parser.ENTITIES) continue;
      if (external !== undefined)
        this.refuse(name, 'is external, and external entities are not read; replace it by its text');
      else values.set(name, values.get(name) ?? double ?? single ?? '');
    }
    const expansions = expandEntities(values);
    for (const [name, raw] of values) this.define(name, raw, expansions.get(name));
  }

  /** @param value undefined for an entity that cannot be expanded */
  private define(name: string, raw: string, value: string | undefined): void {
    if (raw.includes('<')) return this.refuse(name, 'contains markup, which is not supported; replace it by its text');
    if (value === undefined)
      return this.refuse(
        name,
        'contains itself, an undeclared entity or a character that XML forbids, or expands to more than ' +
          `${MAX_ENTITY} characters`,
      );
    Object.defineProperty(this.parser.ENTITIES, name, {
      configurable: true,
      get: () => {
        this.growth += value.length;
        const limit = FREE_GROWTH + MAX_GROWTH * (this.text?.length ?? this.parser.position);
        if (this.growth > limit)
          throw syntaxError(this.position(), `entities make the document grow by more than ${limit} characters`);
        return value;
      },
    });
  }

  /** Makes every reference to an entity fail. */
  private refuse(name: string, reason: string): void {
    Object.defineProperty(this.parser.ENTITIES, name, {
      configurable: true,
      get: () => {
        throw syntaxError(this.position(), `the entity &${name}; ${reason}`);
      },
    });
  }
}

const REFERENCE = /&([^;&]+);/g;

/**
 * Expands each entity once, after the entities that it refers to. The number of steps is proportional to the length of
 * the declarations, however deep the entities are nested.
 *
 * @returns undefined for an entity that contains itself, an undeclared entity or an invalid character, or is too long
 */
function expandEntities(values: ReadonlyMap<string, string>): ReadonlyMap<string, string | undefined> {
  const expansions = new Map<string, string | undefined>();
  /** Entities that wait for their references: the path from the first one to the one under expansion. */
  const open = new Set<string>();
  const waiting: string[] = [...values.keys()];
  for (let name = waiting.at(-1); name !== undefined; name = waiting.at(-1)) {
    const raw = values.get(name)!;
    if (expansions.has(name)) waiting.pop();
    else if (open.has(name)) {
      expansions.set(name, expand(raw, values, expansions));
      open.delete(name);
    } else {
      open.add(name);
      const references = new Set([...raw.matchAll(REFERENCE)].map((match) => match[1]!));
      const missing = [...references].filter((reference) => values.has(reference) && !expansions.has(reference));
      if (missing.some((reference) => open.has(reference))) {
        expansions.set(name, undefined);
        open.delete(name);
      } else for (const reference of missing) waiting.push(reference);
    }
  }
  return expansions;
}

/** @param expansions of all references in the text to entities of the document */
function expand(
  raw: string,
  values: ReadonlyMap<string, string>,
  expansions: ReadonlyMap<string, string | undefined>,
): string | undefined {
  let text = '';
  let from = 0;
  for (const match of raw.matchAll(REFERENCE)) {
    const reference = match[1]!;
    const value = values.has(reference) ? expansions.get(reference) : characterOf(reference);
    if (value === undefined) return undefined;
    text += raw.slice(from, match.index) + value;
    from = match.index + match[0].length;
    if (text.length > MAX_ENTITY) return undefined;
  }
  text += raw.slice(from);
  return text.length > MAX_ENTITY ? undefined : text;
}

/** Returns the character of a reference or a predefined entity; undefined for others and for invalid characters. */
function characterOf(reference: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(reference) ?? [];
  if (hex === undefined && decimal === undefined) return PREDEFINED.get(reference);
  const point = hex === undefined ? parseInt(decimal!, 10) : parseInt(hex, 16);
  const character = point > 0x10ffff ? '' : String.fromCodePoint(point);
  return CHARACTER.test(character) ? character : undefined;
}

/** Character of XML 1.0 (2.2, Char). */
const CHARACTER = /^[\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]$/u;
