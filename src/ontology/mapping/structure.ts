/**
 * Texts of statements for comparisons: full IRIs, and blank nodes by what is stated about them. Prefixes, labels of blank
 * nodes and the order of statements do not matter.
 */
import { CanonicalRenderer } from '../canonical/renderer';
import type { Individual } from '../model';
import { isBlank } from '../quads';
import type { Quad, Term } from '../quads';
import { rdf } from '../vocabulary';

/** Returns the statements with a subject. */
type StatementsOf = (subject: Individual) => readonly Quad[];

/** Maximum terms and levels of one text; what is beyond makes no difference. */
const MAX_TERMS = 10_000;
const MAX_LEVELS = 64;

/** Printer of one statement or rule: a blank node has the same number wherever the text mentions it again. */
export class StructurePrinter {
  private readonly renderer = new CanonicalRenderer((node) => this.blank(node));
  private readonly numbers = new Map<Individual, number>();
  private terms = 0;
  private level = 0;

  constructor(private readonly statementsOf: StatementsOf) {}

  /** Prints a statement; all statements about its subject if that is a blank node, whichever of them comes first. */
  statement({ subject, predicate, object }: Quad): string {
    if (isBlank(subject)) return this.term(subject);
    return `${this.term(subject)} ${this.term(predicate)} ${this.term(object)}`;
  }

  term(term: Term): string {
    this.terms++;
    return this.renderer.term(term);
  }

  /** Returns the number of a blank node, by the order in which the text mentions them. */
  numberOf(node: Individual): number {
    const number = this.numbers.get(node) ?? this.numbers.size + 1;
    this.numbers.set(node, number);
    return number;
  }

  private blank(node: Individual): string {
    const isKnown = this.numbers.has(node);
    const number = this.numberOf(node);
    const about = this.statementsOf(node);
    if (isKnown || about.length === 0 || this.terms > MAX_TERMS || this.level >= MAX_LEVELS) return `_:${number}`;
    this.level++;
    const text = about.some(({ predicate }) => predicate === rdf.first) ? this.list(node) : this.description(about);
    this.level--;
    return text;
  }

  private description(about: readonly Quad[]): string {
    const parts = sortedBy(about, ({ predicate, object }) => [predicate, this.sortKey(about, predicate, object)]);
    return `[${parts.map(({ predicate, object }) => `${this.term(predicate)} ${this.term(object)}`).join(' ; ')}]`;
  }

  private list(head: Individual): string {
    const items: string[] = [];
    for (let cell: Term | undefined = head; cell !== undefined && isBlank(cell) && this.terms <= MAX_TERMS;) {
      const about: readonly Quad[] = this.statementsOf(cell);
      for (const { predicate, object } of about) if (predicate === rdf.first) items.push(this.term(object));
      const rest: Term | undefined = about.find(({ predicate }) => predicate === rdf.rest)?.object;
      if (typeof rest === 'string' && isBlank(rest)) {
        if (this.numbers.has(rest)) break;
        this.numberOf(rest);
      }
      cell = rest;
    }
    return `(${items.join(' ')})`;
  }

  /** Key that orders several objects of one predicate: blank nodes by a text of their own. */
  private sortKey(about: readonly Quad[], predicate: string, object: Term): string {
    if (about.filter((quad) => quad.predicate === predicate).length === 1) return '';
    if (!isBlank(object)) return this.renderer.term(object);
    const apart = new StructurePrinter(this.statementsOf);
    // Every level below would sort by further texts of all levels below it.
    apart.level = Math.max(this.level, MAX_LEVELS - 3);
    return apart.term(object);
  }
}

function sortedBy(quads: readonly Quad[], key: (quad: Quad) => readonly [string, string]): readonly Quad[] {
  const keyed = quads.map((quad) => ({ quad, key: key(quad) }));
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  keyed.sort((a, b) => compare(a.key[0], b.key[0]) || compare(a.key[1], b.key[1]));
  return keyed.map(({ quad }) => quad);
}
