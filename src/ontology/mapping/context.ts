/** Shared context of the axiom readers: the graph, and the axioms and remarks so far. */
import type { Axiom, ClassExpression, ObjectPropertyExpression, Position, Remark, RemarkCode } from '../model';
import type { Quad, Term } from '../quads';
import { isBlank } from '../quads';
import type { Renderer } from '../render';
import { ExpressionReader } from './expressions';
import { Unreadable } from './graph';
import type { Graph } from './graph';
import type { Kinds } from './kinds';
import { readObjectProperty, readProperty } from './properties';
import type { PropertyExpression } from './properties';
import { StructurePrinter } from './structure';

export class MappingContext {
  readonly axioms: Axiom[] = [];
  readonly unrecognized: Remark[] = [];
  readonly notes: Remark[] = [];
  readonly expressions: ExpressionReader;

  constructor(
    readonly graph: Graph,
    readonly kinds: Kinds,
    readonly renderer: Renderer,
  ) {
    this.expressions = new ExpressionReader(graph, kinds);
  }

  add(axiom: Axiom): void {
    this.axioms.push(axiom);
  }

  class(term: Term, position: Position): ClassExpression {
    return this.expressions.classExpression(term, position);
  }

  property(term: Term, position: Position): PropertyExpression {
    return readProperty(this.graph, this.kinds, term, position);
  }

  objectProperty(term: Term, position: Position): ObjectPropertyExpression {
    return readObjectProperty(this.graph, this.kinds, term, position);
  }

  /** Records a remark on a statement that OWL 2 does not define, but that was read or skipped without loss. */
  note(code: RemarkCode, quad: Quad, reason: string, advice: string): void {
    this.notes.push({ code, text: this.describe(quad), position: quad.position, reason, advice });
  }

  /** Reads one statement; records and skips it, or its operands, if they are unreadable. */
  attempt(quad: Quad, read: (quad: Quad) => void): void {
    this.graph.use(quad);
    const text = (): string => this.describe(quad);
    try {
      read(quad);
      for (const skipped of this.expressions.takeSkipped()) this.refuse(`a part of ${text()}`, quad, skipped);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.expressions.takeSkipped();
      this.refuse(text(), quad, error);
      this.graph.useTree(quad.object);
      if (isBlank(quad.subject)) this.graph.useTree(quad.subject);
    }
  }

  private refuse(text: string, quad: Quad, { code, position, reason, advice }: Unreadable): void {
    const canonical = new StructurePrinter((subject) => this.graph.withSubject(subject)).statement(quad);
    this.unrecognized.push({ code, text, canonical, position, reason, advice });
  }

  /** Prints the statement in Turtle; blank nodes are abbreviated. */
  describe({ subject, predicate, object }: Quad): string {
    const term = (t: Term) => (isBlank(t) ? '[…]' : this.renderer.term(t));
    return `${term(subject)} ${this.renderer.iri(predicate)} ${term(object)}`;
  }
}
