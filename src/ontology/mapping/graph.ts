/** The statements of a document by subject, with RDF lists read and a record of which statements have found a meaning. */
import type { Individual, Iri, Position } from '../model';
import { isLiteral, termKey } from '../quads';
import type { Quad, Term } from '../quads';
import { rdf } from '../vocabulary';
import { afterLast } from '../../util/text';

/** A statement that cannot be read as OWL 2. Caught where the axiom it belongs to is read (axioms.ts). */
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

export class Graph {
  /** In document order, each triple once. */
  readonly quads: readonly Quad[];
  private readonly bySubject = new Map<Individual, Quad[]>();
  private readonly used = new Set<Quad>();
  /** List node → the statement whose list it was read for. */
  private readonly listOwners = new Map<Individual, Quad>();

  constructor(quads: readonly Quad[]) {
    const seen = new Set<string>();
    this.quads = quads.filter((quad) => {
      const key = `${quad.subject}\n${quad.predicate}\n${termKey(quad.object)}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
    for (const quad of this.quads) {
      const of = this.bySubject.get(quad.subject);
      if (of) of.push(quad);
      else this.bySubject.set(quad.subject, [quad]);
    }
  }

  of(subject: Individual): readonly Quad[] {
    return this.bySubject.get(subject) ?? [];
  }

  with(subject: Individual, predicate: Iri): readonly Quad[] {
    return this.of(subject).filter((quad) => quad.predicate === predicate);
  }

  hasType(subject: Individual, type: Iri): boolean {
    return this.of(subject).some((quad) => quad.predicate === rdf.type && quad.object === type);
  }

  /** Notes that the statement has been given a meaning. */
  use(quad: Quad): void {
    this.used.add(quad);
  }

  isUsed(quad: Quad): boolean {
    return this.used.has(quad);
  }

  /**
   * The one statement with this subject and predicate; undefined when there is none.
   *
   * @throws Unreadable when there are several
   */
  only(subject: Individual, predicate: Iri): Quad | undefined {
    const [first, second] = this.with(subject, predicate);
    if (second) {
      const name = afterLast(predicate, '#/');
      throw new Unreadable(second.position, `a second ${name} on one node`, `keep one ${name}`);
    }
    if (first) this.use(first);
    return first;
  }

  /**
   * The items of the RDF list that is the object of `owner`.
   *
   * @throws Unreadable when the list is not closed by rdf:nil, runs in a circle, branches, or holds nothing in a cell
   */
  list(owner: Quad): readonly ListItem[] {
    const items: ListItem[] = [];
    const visited = new Set<Individual>();
    let at: Term = owner.object;
    let position = owner.position;
    const wrong = (reason: string, where = position) =>
      new Unreadable(where, reason, 'write the list as ( first second … )');
    while (at !== rdf.nil) {
      if (isLiteral(at)) throw wrong('a literal where a list is expected');
      if (visited.has(at)) throw wrong('the list runs in a circle');
      visited.add(at);
      const first = this.with(at, rdf.first);
      const rest = this.with(at, rdf.rest);
      if (first.length === 0 && rest.length === 0) throw wrong('a list is expected here');
      if (first.length > 1) throw wrong('a list cell with two rdf:first', first[1]!.position);
      if (rest.length > 1) throw wrong('a list cell with two rdf:rest: the list branches', rest[1]!.position);
      if (first.length === 0) throw wrong('a list cell without rdf:first');
      if (rest.length === 0) throw wrong('a list cell without rdf:rest: the list is not closed by rdf:nil');
      this.use(first[0]!);
      this.use(rest[0]!);
      for (const quad of this.with(at, rdf.type)) if (quad.object === rdf.List) this.use(quad);
      if (!this.listOwners.has(at)) this.listOwners.set(at, owner);
      items.push({ term: first[0]!.object, position: first[0]!.position });
      position = rest[0]!.position;
      at = rest[0]!.object;
    }
    return items;
  }

  /** Whether a cell of this statement's list was read for another statement too. */
  sharesList(owner: Quad): boolean {
    for (let at = owner.object, left = this.quads.length; left > 0 && at !== rdf.nil; left--) {
      if (isLiteral(at)) return false;
      const other = this.listOwners.get(at);
      if (other && other !== owner) return true;
      const rest: Quad | undefined = this.with(at, rdf.rest)[0];
      if (!rest) return false;
      at = rest.object;
    }
    return false;
  }

  /** Marks everything that is told of a blank node, and of the blank nodes it leads to. */
  useTree(root: Term): void {
    const queue: Term[] = [root];
    const visited = new Set<string>();
    for (let term = queue.pop(); term !== undefined; term = queue.pop()) {
      if (isLiteral(term) || !term.startsWith('_:') || visited.has(term)) continue;
      visited.add(term);
      for (const quad of this.of(term)) {
        this.use(quad);
        queue.push(quad.object);
      }
    }
  }
}
