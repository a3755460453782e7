/** Index of a document's statements; reads RDF lists and tracks the statements that have been read. */
import type { Individual, Iri, Position } from '../model';
import { isLiteral, termKey } from '../quads';
import type { Quad, Term } from '../quads';
import { rdf } from '../vocabulary';
import { afterLast } from '../../util/text';

/** Statement that has no reading in OWL 2. `MappingContext.attempt` catches it. */
export class Unreadable extends Error {
  constructor(
    readonly position: Position,
    readonly reason: string,
    readonly advice: string,
    readonly code: 'malformed' | 'unknown-term' | 'wrong-kind' = 'malformed',
  ) {
    super(reason);
  }
}

export interface ListItem {
  readonly term: Term;
  readonly position: Position;
}

/** Number of statements about one subject from which on keys find duplicates faster than comparisons. */
const MANY = 16;

const keyOf = ({ predicate, object }: Quad): string => `${predicate}\n${termKey(object)}`;

function isSame(a: Quad, b: Quad): boolean {
  if (a.predicate !== b.predicate) return false;
  return isLiteral(a.object) && isLiteral(b.object) ? termKey(a.object) === termKey(b.object) : a.object === b.object;
}

export class Graph {
  /** Distinct triples in document order. */
  readonly quads: readonly Quad[];
  private readonly bySubject = new Map<Individual, Quad[]>();
  private readonly used = new Set<Quad>();
  /** List node → first statement that used the list. */
  private readonly listOwners = new Map<Individual, Quad>();

  constructor(quads: readonly Quad[]) {
    const keys = new Map<Individual, Set<string>>();
    this.quads = quads.filter((quad) => {
      const { subject } = quad;
      const statements = this.bySubject.get(subject);
      if (!statements) {
        this.bySubject.set(subject, [quad]);
        return true;
      }
      if (statements.length < MANY) {
        if (statements.some((other) => isSame(quad, other))) return false;
      } else {
        let known = keys.get(subject);
        if (!known) keys.set(subject, (known = new Set(statements.map(keyOf))));
        if (known.size === known.add(keyOf(quad)).size) return false;
      }
      statements.push(quad);
      return true;
    });
  }

  withSubject(subject: Individual): readonly Quad[] {
    return this.bySubject.get(subject) ?? [];
  }

  matching(subject: Individual, predicate: Iri): readonly Quad[] {
    return this.withSubject(subject).filter((quad) => quad.predicate === predicate);
  }

  hasType(subject: Individual, type: Iri): boolean {
    return this.withSubject(subject).some((quad) => quad.predicate === rdf.type && quad.object === type);
  }

  /** Marks a statement as read. */
  use(quad: Quad): void {
    this.used.add(quad);
  }

  isUsed(quad: Quad): boolean {
    return this.used.has(quad);
  }

  /**
   * Returns the only statement with a subject and a predicate; undefined if there is none.
   *
   * @throws Unreadable if there are several
   */
  single(subject: Individual, predicate: Iri): Quad | undefined {
    const [first, second] = this.matching(subject, predicate);
    if (second) {
      const name = afterLast(predicate, '#/');
      throw new Unreadable(second.position, `a second ${name} on one node`, `keep one ${name}`);
    }
    if (first) this.use(first);
    return first;
  }

  /**
   * Returns the items of the RDF list that is the object of `owner`.
   *
   * @throws Unreadable for a list that is circular, branches, has an empty cell or does not end in rdf:nil
   */
  list(owner: Quad): readonly ListItem[] {
    const items: ListItem[] = [];
    const visited = new Set<Individual>();
    let cell: Term = owner.object;
    let position = owner.position;
    const malformed = (reason: string, at = position) =>
      new Unreadable(at, reason, 'write the list as ( first second … )');
    while (cell !== rdf.nil) {
      if (isLiteral(cell)) throw malformed('a literal where a list is expected');
      if (visited.has(cell)) throw malformed('the list is circular');
      visited.add(cell);
      const first = this.matching(cell, rdf.first);
      const rest = this.matching(cell, rdf.rest);
      if (first.length === 0 && rest.length === 0) throw malformed('a list is expected here');
      if (first.length > 1) throw malformed('a list cell with two rdf:first', first[1]!.position);
      if (rest.length > 1) throw malformed('a list cell with two rdf:rest: the list branches', rest[1]!.position);
      if (first.length === 0) throw malformed('a list cell without rdf:first');
      if (rest.length === 0) throw malformed('a list cell without rdf:rest: the list does not end in rdf:nil');
      this.use(first[0]!);
      this.use(rest[0]!);
      for (const quad of this.matching(cell, rdf.type)) if (quad.object === rdf.List) this.use(quad);
      if (!this.listOwners.has(cell)) this.listOwners.set(cell, owner);
      items.push({ term: first[0]!.object, position: first[0]!.position });
      position = rest[0]!.position;
      cell = rest[0]!.object;
    }
    return items;
  }

  /** True if another statement used a cell of this statement's list first. */
  sharesList(owner: Quad): boolean {
    for (let at = owner.object, left = this.quads.length; left > 0 && at !== rdf.nil; left--) {
      if (isLiteral(at)) return false;
      const other = this.listOwners.get(at);
      if (other && other !== owner) return true;
      const rest: Quad | undefined = this.matching(at, rdf.rest)[0];
      if (!rest) return false;
      at = rest.object;
    }
    return false;
  }

  /** Marks all statements about a blank node, and about blank nodes reachable from it, as read. */
  useTree(root: Term): void {
    const queue: Term[] = [root];
    const visited = new Set<string>();
    for (let term = queue.pop(); term !== undefined; term = queue.pop()) {
      if (isLiteral(term) || !term.startsWith('_:') || visited.has(term)) continue;
      visited.add(term);
      for (const quad of this.withSubject(term)) {
        this.use(quad);
        queue.push(quad.object);
      }
    }
  }
}
