/**
 * Draft of a write: the client's statements as a change for the reasoner.
 *
 * Some statements depend on stored facts. A star deletes stored facts, and a value of a predicate that takes one
 * replaces the value before. Until those facts have been read, the draft reports them as needs.
 */
import { nodeKey, type NQuad } from '../../dql';
import { languageOf, parseLiteralTerm, TYPE_PREDICATE, withoutRepeats } from '../../mutation';
import { NO_ROW, Stored } from '../../reasoner';
import type { Change, Pattern, Row } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import { evidenceOf } from '../access/evidence';
import { isIriTerm } from '../store/dql-text';
import { hasSpellings } from '../store/fact-query';
import type { Draft } from '../store/settle';
import type { Fact } from '../store/terms';
import { valueTerm } from '../store/terms';
import { WriteRefusal } from './refusal';
import { singleValueError } from './contradiction-messages';
import { isOrderEvident, nodesOf, orderSets } from './mutation-order';
import { isNewNode, type WorkingSet } from '../store/working-set';
import { ALL_RIGHTS, needsExpansion, Stars, takesOne } from './stars';
import type { Rights, StarContext, StarDelete, WholeNodes } from './stars';
import type { Statements } from './statements';

export interface DraftContext extends StarContext {
  /** Returns true for a predicate of the ontology that takes one value (per language, if it has languages). */
  isSingle(predicate: string): boolean;
  isFunctional(predicate: string): boolean;
  /** Returns true for a predicate whose values are nodes. */
  isEdge(predicate: string): boolean;
}

/** Set value of a predicate that takes one. */
interface Single {
  readonly fact: Fact;
  readonly lang: string | undefined;
}

export class WriteDraft {
  /** Set statements of the client that concern rules. */
  private readonly asserted: Fact[] = [];
  private readonly retracted: Fact[] = [];
  /** Deletes by name outside the rules, of predicates that take one value. */
  private readonly named: Fact[] = [];
  private readonly stars: StarDelete[] = [];
  /** Deletes outside the rules, sent unchanged. */
  readonly plainDeletes: NQuad[] = [];
  /** Set values of predicates that take one, by subject. */
  private readonly singles = new Map<string, Single[]>();
  /** True if two of them may share the place of one value. */
  private mayClash = false;
  readonly languages = new Set<string>();
  /** IRIs (as `<iri>`) that name nodes or are assigned to one. */
  readonly iris = new Set<string>();
  /** IRIs that the write assigns to nodes: `o` is the IRI. */
  readonly identities: Fact[] = [];
  /** Patterns of the set statements in a working set, for its later rounds. */
  private assertedIn: { readonly workingSet: WorkingSet; readonly patterns: readonly Pattern[] } | undefined;
  /** True if a value that is not known yet, `val(v)`, may concern rules. */
  private isOpen = false;
  readonly statements: Statements;
  /** True if the order of mutations depends on stored facts: see `inOrder`. */
  private readonly isUnordered: boolean;

  /** @param mayRefuse false if not all deletes of later mutations are known yet: `clashes` has what to refuse */
  constructor(
    statements: Statements,
    private readonly context: DraftContext,
    private readonly mayRefuse = true,
  ) {
    this.isUnordered = statements.setsBefore !== undefined && !isOrderEvident(statements);
    this.statements = this.isUnordered ? statements : this.reduced(statements, (node) => node);
    for (const nquad of this.statements.set) this.addSet(nquad);
    for (const nquad of this.statements.delete) this.addDelete(nquad);
  }

  /** Returns statements without the sets that later mutations undo. @param hasField see mutation-order.ts */
  private reduced(
    statements: Statements,
    resolve: (node: string) => string,
    hasField: (node: string, predicate: string) => boolean = () => false,
  ): Statements {
    if (!statements.setsBefore) return statements;
    const { context } = this;
    const edges = new Set(context.edges?.());
    const order = { schema: context.schema, resolve, hasField, isEdge: (p: string) => edges.has(p) };
    const { standing, undone } = orderSets(statements, order);
    const emptied = undone.filter(({ predicate }) => context.schema.get(predicate)?.list === false);
    return { ...statements, set: withoutRepeats(standing), setsBefore: undefined, emptied };
  }

  /** True if the reasoner has nothing to do. */
  get isPlain(): boolean {
    const { asserted, retracted, named, stars, iris } = this;
    return !this.isOpen && [asserted, retracted, named, stars].every(({ length }) => length === 0) && iris.size === 0;
  }

  /** True if a node is deleted whole. */
  get deletesNodes(): boolean {
    return this.stars.some(({ p }) => p === undefined);
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
      if (!needsExpansion(p, this.context)) this.plainDeletes.push(nquad);
      else this.stars.push(p === '*' ? { s } : { s, p, lang: nquad.lang });
      return;
    }
    const fact = this.factOf(nquad);
    if (fact && this.isRelevant(p, fact.o)) this.retracted.push(fact);
    else if (fact && takesOne(p, this.context)) this.named.push(fact);
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
    // A value under an edge predicate is not a fact: the engine refuses it in its own words.
    if (this.context.isEdge(p)) return undefined;
    return { s, p, o: valueTerm(p, object, lang, this.context.schema) };
  }

  private isRelevant(p: string, o?: string): boolean {
    const { relevance } = this.context;
    return p === TYPE_PREDICATE ? o !== undefined && relevance.hasClass(o) : relevance.hasProperty(p);
  }

  /** Returns true if some value of the predicate may concern rules. */
  private mayConcern(p: string): boolean {
    const { relevance } = this.context;
    return p === IRI_PREDICATE.name || (p === TYPE_PREDICATE ? !relevance.isEmpty : relevance.hasProperty(p));
  }

  /**
   * Refuses two values of a predicate that takes one. Two IRIs may name the same node, so `clashes` checks them after
   * their lookup.
   */
  private checkSingle(fact: Fact, lang: string | undefined): void {
    const singles = this.singles.get(fact.s);
    // A node has one IRI. So two names of one node are an IRI and a uid, or a blank node that gets an IRI.
    this.mayClash ||= !isIriTerm(fact.s);
    if (!singles) {
      this.singles.set(fact.s, [{ fact, lang }]);
      return;
    }
    for (const { fact: other, lang: otherLang } of singles) {
      if (other.p !== fact.p || otherLang !== lang) continue;
      if (other.o === fact.o) return;
      if (!isIriTerm(other.o) && !isIriTerm(fact.o) && this.mayRefuse && !this.isUnordered) {
        throw new WriteRefusal([singleValueError(this.context, fact.s, fact.p, other.o, fact.o)], [evidenceOf(fact.p)]);
      }
      this.mayClash = true;
    }
    singles.push({ fact, lang });
  }

  /** Calls `each` for the set values of predicates that take one, with IRIs resolved to nodes. */
  private eachSingle(resolve: (node: string) => string, each: (s: string, p: string, o: string) => void): void {
    for (const singles of this.singles.values()) {
      for (const { fact } of singles) {
        const { s, p, o } = fact;
        each(resolve(s), p, isIriTerm(o) ? resolve(o) : o);
      }
    }
  }

  /** Returns pairs of set values that share the place of one value, once IRIs are resolved. */
  clashes(resolve: (node: string) => string): (readonly [Fact, Fact])[] {
    if (!this.mayClash) return [];
    const slots = new Map<string, Fact>();
    const pairs: (readonly [Fact, Fact])[] = [];
    this.eachSingle(resolve, (s, p, o) => {
      const key = `${s} ${p} ${languageOf(o) ?? ''}`;
      const other = slots.get(key);
      if (!other) slots.set(key, { s, p, o });
      else if (other.o !== o) pairs.push([other, { s, p, o }]);
    });
    return pairs;
  }

  /** Returns the rows of set values of predicates that take one. */
  singleRows({ terms, table }: WorkingSet, resolve: (node: string) => string): Row[] {
    const rows: Row[] = [];
    this.eachSingle(resolve, (s, p, o) => {
      const row = table.find(terms.id(s), terms.id(p), terms.id(o));
      if (row !== NO_ROW) rows.push(row);
    });
    return rows;
  }

  /**
   * Builds the change over the facts of a working set.
   *
   * @param rights of the client over edges that a whole-node delete takes along
   */
  over(workingSet: WorkingSet, resolve: (node: string) => string, rights: Rights = ALL_RIGHTS): StarredDraft {
    if (this.isUnordered) return this.inOrder(workingSet, resolve).over(workingSet, resolve, rights);
    const { terms, table } = workingSet;
    const node = (text: string) => (text.startsWith('"') ? text : resolve(text));
    const pattern = ({ s, p, o }: Fact): Pattern => ({
      s: terms.id(resolve(s)),
      p: terms.id(p),
      o: terms.id(p === TYPE_PREDICATE ? o : node(o)),
    });
    if (this.assertedIn?.workingSet !== workingSet) {
      this.assertedIn = { workingSet, patterns: this.asserted.map(pattern) };
    }
    const assert = this.assertedIn.patterns;
    const stars = new Stars(workingSet, this.context, rights);
    const stated = this.deletesNodes ? nodesOf(this.statements.set, resolve) : undefined;
    for (const { s: subject, p, lang } of this.stars) {
      const s = resolve(subject);
      if (p === undefined) stars.takeNode(s, stated!.has(s));
      else if (p === TYPE_PREDICATE) stars.takeTypes(s);
      else stars.takePredicate(s, p, lang);
    }
    for (const { s: subject, p, o } of this.named) {
      const s = resolve(subject);
      if (!isNewNode(s)) stars.takeFact({ s, p, o: node(o) });
    }
    for (const { s: subject, o: iri } of this.identities) {
      const s = resolve(subject);
      if (!this.context.isIndividual?.(s)) continue;
      stars.stored({ s, p: IRI_PREDICATE.name }, (row) => {
        if (`<${parseLiteralTerm(terms.text(table.object[row]!)).text}>` !== iri) stars.take(row);
      });
    }
    this.eachSingle(resolve, (s, p, newValue) => {
      // A node that the write creates has no values.
      if (isNewNode(s) || !this.isRelevant(p)) return;
      const lang = languageOf(newValue);
      stars.stored({ s, p }, (row) => {
        const o = terms.text(table.object[row]!);
        const sameSlot = languageOf(o) === lang;
        // A set value replaces asserted values only. An inferred value remains and contradicts the new one, unless it
        // loses its derivation with the old one.
        if (sameSlot && o !== newValue && (table.flags[row]! & Stored.Asserted) !== 0) stars.takeBack(row);
      });
    });
    for (const { subject, predicate, lang } of this.statements.emptied ?? []) {
      const s = resolve(nodeKey(subject));
      if (!isNewNode(s)) stars.takePlace(s, predicate, lang);
    }
    for (const { s: subject, p } of this.asserted) {
      const s = resolve(subject);
      // The fact may be stored in another spelling.
      const isRead = hasSpellings(this.context.schema.get(p)) && this.context.relevance.infers(p) && !isNewNode(s);
      if (isRead) stars.stored({ s, p }, () => undefined);
    }
    const { needs, plainDeletes, plainRows, wholeNodes } = stars;
    const change: Change = { assert, retract: [...this.retracted.map(pattern), ...stars.retract] };
    return { change, needs, plainDeletes, plainRows, wholeNodes, draft: this };
  }

  /** Returns the draft without the sets that later mutations take back, as far as names and types have been read. */
  private inOrder(workingSet: WorkingSet, resolve: (node: string) => string): WriteDraft {
    const { context } = this;
    const hasField = (s: string, p: string): boolean => {
      let isField = false;
      new Stars(workingSet, context, ALL_RIGHTS).stored({ s, p: TYPE_PREDICATE }, (row) => {
        isField ||= context.schema.fieldsOf(workingSet.terms.text(workingSet.table.object[row]!)).includes(p);
      });
      return isField;
    };
    return new WriteDraft(this.reduced(this.statements, resolve, hasField), context, false);
  }
}

/** A draft over a working set, with deletes outside the rules and nodes deleted whole. */
export interface StarredDraft extends Draft {
  readonly plainDeletes: readonly NQuad[];
  readonly plainRows: readonly Row[];
  readonly wholeNodes: WholeNodes;
  /** The draft without the set statements that later mutations of the request take back. */
  readonly draft: WriteDraft;
}
