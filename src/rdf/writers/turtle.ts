/** Turtle and TriG, with prefixes, and abbreviations of numbers and booleans. */
import type { Iri, OwlLiteral, Term } from '../quads';
import { rdf, xsd } from '../vocabulary';
import { iriText, literalText, nodeText } from './text';
import { bySubject, type Prefixes, type Statement, type StatementWriter } from './writer';

/** Lexical forms that Turtle reads without quotes, by datatype. */
const ABBREVIATED: ReadonlyMap<Iri, RegExp> = new Map([
  [xsd('boolean'), /^(?:true|false)$/],
  [xsd('integer'), /^[+-]?\d+$/],
  [xsd('decimal'), /^[+-]?\d*\.\d+$/],
  [xsd('double'), /^[+-]?(?:\d+\.\d*|\.?\d+)[eE][+-]?\d+$/],
]);

/** Local names that need no escapes, a subset of Turtle's. */
const LOCAL_NAME = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?$/;
/** Prefixes that need no escapes; the empty one included. */
const PREFIX_NAME = /^(?:[A-Za-z][\w-]*)?$/;
/** Maximum remembered names of predicates and classes; others are computed anew. */
const MAX_NAMES = 10_000;

export class TurtleWriter implements StatementWriter {
  private readonly prefixes: Prefixes;
  private readonly prefixOf: ReadonlyMap<Iri, string>;
  private readonly names = new Map<Iri, string>();

  /** @param hasGraphs true for TriG; otherwise graphs are omitted */
  constructor(
    prefixes: Prefixes,
    private readonly hasGraphs: boolean,
  ) {
    this.prefixes = new Map([...prefixes].filter(([prefix]) => PREFIX_NAME.test(prefix)));
    this.prefixOf = new Map([...this.prefixes].map(([prefix, namespace]) => [namespace, prefix]));
  }

  begin(): string {
    const lines = [...this.prefixes].map(([prefix, namespace]) => `@prefix ${prefix}: ${iriText(namespace)} .\n`);
    return lines.length === 0 ? '' : `${lines.join('')}\n`;
  }

  write(batch: readonly Statement[]): string {
    let text = '';
    let graph: Iri | undefined;
    for (const group of bySubject(batch)) {
      const next = this.hasGraphs ? group[0].graph : undefined;
      if (next !== graph) {
        if (graph !== undefined) text += '}\n';
        if (next !== undefined) text += `${this.iri(next)} {\n`;
        graph = next;
      }
      text += this.node(group);
    }
    return graph === undefined ? text : `${text}}\n`;
  }

  end(): string {
    return '';
  }

  private node(statements: readonly [Statement, ...Statement[]]): string {
    const [{ subject }] = statements;
    let text = subject.startsWith('_:') ? nodeText(subject) : this.iri(subject);
    let current: Iri | undefined;
    for (const { predicate, object } of statements) {
      if (predicate === current) text += `, ${this.term(object)}`;
      else {
        text += `${current === undefined ? ' ' : ' ;\n  '}${this.predicate(predicate)} ${this.term(object)}`;
        current = predicate;
      }
    }
    return `${text} .\n`;
  }

  private predicate(iri: Iri): string {
    return iri === rdf.type ? 'a' : this.remembered(iri);
  }

  private term(term: Term): string {
    if (typeof term !== 'string') return this.literal(term);
    return term.startsWith('_:') ? nodeText(term) : this.iri(term);
  }

  private literal(literal: OwlLiteral): string {
    if (ABBREVIATED.get(literal.datatype)?.test(literal.value)) return literal.value;
    return literalText(literal, (iri) => this.remembered(iri));
  }

  private remembered(iri: Iri): string {
    let name = this.names.get(iri);
    if (name === undefined) {
      name = this.iri(iri);
      if (this.names.size < MAX_NAMES) this.names.set(iri, name);
    }
    return name;
  }

  /** Returns a prefixed name if there is a prefix up to the last `#`, `/` or `:`; else the IRI in brackets. */
  private iri(iri: Iri): string {
    const end = Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1;
    const prefix = this.prefixOf.get(iri.slice(0, end));
    if (prefix === undefined) return iriText(iri);
    const local = iri.slice(end);
    return local === '' || LOCAL_NAME.test(local) ? `${prefix}:${local}` : iriText(iri);
  }
}
