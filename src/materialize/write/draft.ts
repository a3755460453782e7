/**
 * A client's statements as a change for the reasoner.
 *
 * Some say more than they name: a star takes back what is stored, and a value for a predicate that takes one replaces the
 * value before. What that is has to be read; until it has been, the draft says what it needs.
 */
import { nodeKey } from '../../dql';
import type { NQuad, PredicateHint } from '../../dql/mutation/ast';
import { OwlgateError } from '../../errors';
import { languageOf, parseLiteralTerm, TYPE_PREDICATE } from '../../mutation';
import { ANY, NO_ROW, Stored, STORED_MASK } from '../../reasoner';
import type { Change, Pattern, Row } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import { evidenceOf } from '../access/evidence';
import type { EngineSchema } from '../store/engine-schema';
import { isIriTerm } from '../store/reads';
import type { Need } from '../store/reads';
import type { Relevance } from '../in-force/relevance';
import type { Draft, Fact } from '../store/settle';
import { valueTerm } from '../store/terms';
import { Refusal } from './refusal';
import type { Window } from '../store/window';

/** Statements that hold without condition, their variables resolved. */
export interface Statements {
  /** What JSON said of how many values predicates without a schema take. */
  readonly hints?: ReadonlyMap<string, PredicateHint> | undefined;
  readonly set: readonly NQuad[];
  readonly delete: readonly NQuad[];
}

export interface DraftContext {
  readonly relevance: Relevance;
  readonly schema: EngineSchema;
  /** Whether a predicate is the ontology's and takes one value (for each language, where there are languages). */
  isSingle(predicate: string): boolean;
  isFunctional(predicate: string): boolean;
  /** Whether a predicate leads to nodes, and takes no values. */
  isEdge(predicate: string): boolean;
  /** Right of the client to write a predicate; default: every predicate. */
  readonly mayWrite?: (predicate: string) => boolean;
}

/** A delete that takes back whatever is stored: of one predicate, or where `p` is absent of all that the types have. */
interface StarDelete {
  readonly s: string;
  readonly p?: string;
  /** Values of this language alone. */
  readonly lang?: string | undefined;
}

export class WriteDraft {
  /** What the client states, as facts the rules speak of. */
  private readonly asserted: Fact[] = [];
  private readonly retracted: Fact[] = [];
  private readonly stars: StarDelete[] = [];
  /** Deletes of what no rule speaks of: sent as they are. */
  readonly plainDeletes: NQuad[] = [];
  /** Of predicates that take one value, what the write sets: by subject, predicate and language. */
  private readonly singles = new Map<string, readonly Fact[]>();
  readonly languages = new Set<string>();
  /** IRIs (as `<iri>`) that name nodes, or are given to one. */
  readonly iris = new Set<string>();
  /** IRIs that the write gives to nodes: `o` is the IRI. */
  readonly identities: Fact[] = [];
  /** Whether a value that is not known yet may be of concern: `val(v)`. */
  private isOpen = false;

  constructor(
    readonly statements: Statements,
    private readonly context: DraftContext,
  ) {
    for (const nquad of statements.set) this.addSet(nquad);
    for (const nquad of statements.delete) this.addDelete(nquad);
  }

  /** Whether there is nothing here for the reasoner. */
  get isPlain(): boolean {
    return !this.isOpen && this.asserted.length + this.retracted.length + this.stars.length + this.iris.size === 0;
  }

  private addSet(nquad: NQuad): void {
    this.noteIris(nquad);
    if (nquad.lang !== undefined) this.languages.add(nquad.lang);
    const fact = this.factOf(nquad);
    if (!fact) return;
    if (fact.p === IRI_PREDICATE.name) this.addIdentity(fact);
    const isSingle = fact.p !== TYPE_PREDICATE && this.context.isSingle(fact.p);
    if (isSingle) this.checkSingle(fact, nquad.lang);
    if (this.isRelevant(fact.p, fact.o)) this.asserted.push(fact);
  }

  private addDelete(nquad: NQuad): void {
    this.noteIris(nquad);
    const { predicate: p, object } = nquad;
    const s = nodeKey(nquad.subject);
    if (object.kind === 'star') {
      if (this.context.relevance.isEmpty) this.plainDeletes.push(nquad);
      else if (p === '*') this.stars.push({ s });
      else if (p === TYPE_PREDICATE || this.isRelevant(p)) this.stars.push({ s, p, lang: nquad.lang });
      else this.plainDeletes.push(nquad);
      return;
    }
    const fact = this.factOf(nquad);
    if (fact && this.isRelevant(p, fact.o)) this.retracted.push(fact);
    else this.plainDeletes.push(nquad);
  }

  private addIdentity({ s, p, o }: Fact): void {
    const iri = `<${parseLiteralTerm(o).text}>`;
    this.identities.push({ s, p, o: iri });
    this.iris.add(iri);
  }

  private noteIris({ subject, object }: NQuad): void {
    if (subject.kind === 'iri') this.iris.add(nodeKey(subject));
    if (object.kind === 'iri') this.iris.add(nodeKey(object));
  }

  private factOf({ subject, predicate: p, object, lang }: NQuad): Fact | undefined {
    const s = nodeKey(subject);
    if (object.kind === 'valVar') this.isOpen ||= this.mayConcern(p);
    if (object.kind === 'star' || object.kind === 'valVar') return undefined;
    if (object.kind !== 'literal') return { s, p, o: nodeKey(object) };
    if (p === TYPE_PREDICATE) return { s, p, o: object.value };
    // No fact: the engine refuses it, in its own words.
    if (this.context.isEdge(p)) return undefined;
    return { s, p, o: valueTerm(p, object, lang, this.context.schema) };
  }

  private isRelevant(p: string, o?: string): boolean {
    const { relevance } = this.context;
    return p === TYPE_PREDICATE ? o !== undefined && relevance.hasClass(o) : relevance.hasProperty(p);
  }

  /** Whether some value of a predicate is of concern. */
  private mayConcern(p: string): boolean {
    const { relevance } = this.context;
    return p === IRI_PREDICATE.name || (p === TYPE_PREDICATE ? !relevance.isEmpty : relevance.hasProperty(p));
  }

  /** Two values for what takes one are never both meant; of IRIs that is known when they have been looked up. */
  private checkSingle(fact: Fact, lang: string | undefined): void {
    const key = `${fact.s} ${fact.p} ${lang ?? ''}`;
    const others = this.singles.get(key) ?? [];
    if (others.some(({ o }) => o === fact.o)) return;
    const [other] = others;
    if (other && !isIriTerm(other.o) && !isIriTerm(fact.o)) {
      throw new Refusal([singleValueError(this.context, fact.s, fact.p, other.o, fact.o)], [evidenceOf(fact.p)]);
    }
    this.singles.set(key, [...others, fact]);
  }

  /** What is set where one value is taken, by its nodes. */
  private resolvedSingles(resolve: (node: string) => string): Fact[] {
    const end = (o: string) => (isIriTerm(o) ? resolve(o) : o);
    return [...this.singles.values()].flat().map(({ s, p, o }) => ({ s: resolve(s), p, o: end(o) }));
  }

  /** Values that turn out to stand in one place that takes one, when it is known which nodes IRIs are: in pairs. */
  clashes(resolve: (node: string) => string): (readonly [Fact, Fact])[] {
    const slots = new Map<string, Fact>();
    const pairs: (readonly [Fact, Fact])[] = [];
    for (const fact of this.resolvedSingles(resolve)) {
      const key = `${fact.s} ${fact.p} ${languageOf(fact.o) ?? ''}`;
      const other = slots.get(key);
      if (!other) slots.set(key, fact);
      else if (other.o !== fact.o) pairs.push([other, fact]);
    }
    return pairs;
  }

  /** The rows of what is set where one value is taken. */
  singleRows({ terms, table }: Window, resolve: (node: string) => string): Row[] {
    return this.resolvedSingles(resolve)
      .map(({ s, p, o }) => table.find(terms.id(s), terms.id(p), terms.id(o)))
      .filter((row) => row !== NO_ROW);
  }

  /** The change, over what a window holds. */
  over(window: Window, resolve: (node: string) => string): Draft & { readonly plainDeletes: readonly NQuad[] } {
    const needs: Need[] = [];
    const retract: Pattern[] = [];
    const plainDeletes: NQuad[] = [];
    const { terms, table } = window;
    const node = (text: string) => (text.startsWith('"') ? text : resolve(text));
    const pattern = ({ s, p, o }: Fact): Pattern => ({
      s: terms.id(resolve(s)),
      p: terms.id(p),
      o: terms.id(p === TYPE_PREDICATE ? o : node(o)),
    });
    const stored = (s: string, p: string, each: (row: Row, object: string) => void) => {
      const [si, pi] = [terms.id(s), terms.id(p)];
      if (!window.covers(si, pi, ANY)) {
        needs.push({ s, p });
        return;
      }
      for (let row = table.firstOfSubject(si, pi); row !== NO_ROW; row = table.nextOfSubject(row)) {
        if ((table.flags[row]! & STORED_MASK) !== 0) each(row, terms.text(table.object[row]!));
      }
    };
    const takeBack = (row: Row) =>
      retract.push({ s: table.subject[row]!, p: table.predicate[row]!, o: table.object[row]! });

    const assert = this.asserted.map(pattern);
    for (const fact of this.retracted) retract.push(pattern(fact));
    for (const { s: subject, p, lang } of this.stars) {
      const s = resolve(subject);
      if (p === undefined) this.takeAll(s, stored, takeBack, plainDeletes);
      else if (p === TYPE_PREDICATE) this.takeTypes(s, stored, takeBack, plainDeletes);
      else stored(s, p, (row, o) => (lang === undefined || languageOf(o) === lang) && takeBack(row));
    }
    for (const { s, p, o: kept } of this.resolvedSingles(resolve)) {
      if (!this.isRelevant(p)) continue;
      const lang = languageOf(kept);
      stored(s, p, (row, o) => {
        const sameSlot = languageOf(o) === lang;
        // What is inferred cannot be replaced: it stands against the new value, unless it goes with the old one.
        if (sameSlot && o !== kept && (table.flags[row]! & Stored.Asserted) !== 0) takeBack(row);
      });
    }
    const change: Change = { assert, retract };
    return { change, needs, plainDeletes };
  }

  /** `S dgraph.type *` */
  private takeTypes(
    s: string,
    stored: (s: string, p: string, each: (row: Row, object: string) => void) => void,
    takeBack: (row: Row) => void,
    plainDeletes: NQuad[],
  ): void {
    stored(s, TYPE_PREDICATE, (row, o) => {
      if (this.isRelevant(TYPE_PREDICATE, o)) takeBack(row);
      else plainDeletes.push(typeStatement(s, o));
    });
  }

  /** `S * *`: as Dgraph does it, the predicates of the node's types, as far as the client may write them. */
  private takeAll(
    s: string,
    stored: (s: string, p: string, each: (row: Row, object: string) => void) => void,
    takeBack: (row: Row) => void,
    plainDeletes: NQuad[],
  ): void {
    const { schema, mayWrite } = this.context;
    const predicates = new Set<string>();
    stored(s, TYPE_PREDICATE, (_row, o) => {
      for (const field of schema.fieldsOf(o)) predicates.add(field);
    });
    if (mayWrite?.(TYPE_PREDICATE) !== false) this.takeTypes(s, stored, takeBack, plainDeletes);
    for (const p of predicates) {
      if (mayWrite?.(p) === false) continue;
      if (this.isRelevant(p)) stored(s, p, takeBack);
      else plainDeletes.push({ subject: { kind: 'uid', uid: s }, predicate: p, object: { kind: 'star' } });
    }
  }
}

function typeStatement(s: string, value: string): NQuad {
  const object = { kind: 'literal', type: 'default', value } as const;
  return { subject: { kind: 'uid', uid: s }, predicate: TYPE_PREDICATE, object };
}

/** The refusal of two values where one is taken. */
export function singleValueError(
  { isFunctional }: Pick<DraftContext, 'isFunctional'>,
  entity: string,
  property: string,
  a: string,
  b: string,
): OwlgateError {
  const code = isFunctional(property) ? 'FunctionalViolation' : 'SingleValueViolation';
  return new OwlgateError(code, { entity, property, a, b });
}
