/** The reasoner's view of the store: facts read in a transaction, and the patterns whose facts are complete. */
import { createHash } from 'node:crypto';
import { TYPE_PREDICATE } from '../../mutation';
import { ANY, FactTable, Stored, Terms, unchanged } from '../../reasoner';
import type { FactSource, Plan, Row, TermId } from '../../reasoner';

/** Returns true for a node that the write creates: it has no stored facts. */
export function isNewNode(text: string): boolean {
  return text.charCodeAt(0) === UNDERSCORE && text.charCodeAt(1) === COLON;
}

/** Returns the lock key of a predicate's value: short, and equal for equal values. */
export const valueLock = (p: string, value: string): string =>
  `${p}=${createHash('sha256').update(value).digest('base64url').slice(0, 16)}`;

const UNDERSCORE = 0x5f;
const COLON = 0x3a;

/** Facts of one predicate that have been read. */
interface Coverage {
  isWhole: boolean;
  /** Subjects and objects with all their facts. */
  readonly subjects: Set<TermId>;
  readonly objects: Set<TermId>;
  /** Single facts, as `subject object`. */
  readonly facts: Set<string>;
}

const NO_SPELLINGS: ReadonlyMap<string, boolean> = new Map();

export class WorkingSet implements FactSource {
  readonly terms: Terms;
  readonly table: FactTable;
  /**
   * Stored nodes, and lock keys of values (see valueLock), whose facts were read. The outcome of the write depends on
   * these facts, and on the absence of others.
   */
  readonly readTerms = new Set<string>();
  /** Those of them whose read facts rules join with others. */
  readonly joinedTerms = new Set<string>();
  private readonly covered = new Map<TermId, Coverage>();
  private readonly spellingsByRow = new Map<Row, Map<string, boolean>>();

  /**
   * @param isStored test: the engine can have facts of the predicate
   * @param facts expected number of facts
   * @param joins test for joinedTerms: rules join facts of a predicate at their subjects (objects)
   */
  constructor(
    plan: Plan,
    private readonly isStored: (predicate: string) => boolean,
    facts = 64,
    private readonly joins?: (end: 'subject' | 'object', predicate: string) => boolean,
  ) {
    this.terms = new Terms(plan.terms);
    this.table = new FactTable(facts);
  }

  covers(s: TermId, p: TermId, o: TermId): boolean {
    if (this.isNew(s) || this.isNew(o)) return true;
    const covered = this.covered.get(p);
    if (covered && (covered.isWhole || covered.subjects.has(s) || covered.objects.has(o))) return true;
    if (covered?.facts.has(`${s} ${o}`)) return true;
    return !this.isStored(this.terms.text(p));
  }

  /** Records that the table has every stored fact that matches; undefined matches everything. */
  cover(s: string | undefined, p: string, o: string | undefined): void {
    const node = s ?? (p === TYPE_PREDICATE ? undefined : o);
    if (node !== undefined && !isNewNode(node)) {
      const term = node.startsWith('"') ? valueLock(p, node) : node;
      this.readTerms.add(term);
      if (this.joins?.(s === undefined ? 'object' : 'subject', p)) this.joinedTerms.add(term);
    }
    const covered = this.coverageOf(this.terms.id(p));
    if (s === undefined && o === undefined) covered.isWhole = true;
    else if (o === undefined) covered.subjects.add(this.terms.id(s!));
    else if (s === undefined) covered.objects.add(this.terms.id(o));
    else covered.facts.add(`${this.terms.id(s)} ${this.terms.id(o)}`);
  }

  private coverageOf(p: TermId): Coverage {
    let covered = this.covered.get(p);
    if (!covered) {
      covered = { isWhole: false, subjects: new Set(), objects: new Set(), facts: new Set() };
      this.covered.set(p, covered);
    }
    return covered;
  }

  /**
   * Adds a stored fact.
   *
   * @param spelling stored form of a value in a list: an engine distinguishes `12:00+02:00` from `10:00Z`, rules do
   *   not. A fact with an asserted spelling is asserted.
   */
  add(s: string, p: string, o: string, inferred: boolean, spelling?: string): void {
    const row = this.table.row(this.terms.id(s), this.terms.id(p), this.terms.id(o));
    if (spelling === undefined) {
      this.table.flags[row] = unchanged(inferred ? Stored.Inferred : Stored.Asserted);
      return;
    }
    const spellings = this.spellingsByRow.get(row) ?? new Map<string, boolean>();
    this.spellingsByRow.set(row, spellings.set(spelling, inferred));
    const isAsserted = [...spellings.values()].includes(false);
    this.table.flags[row] = unchanged(isAsserted ? Stored.Asserted : Stored.Inferred);
  }

  /** Returns the stored spellings of a row's value, with true for inferred ones; none unless they were recorded. */
  spellings(row: Row): ReadonlyMap<string, boolean> {
    return this.spellingsByRow.get(row) ?? NO_SPELLINGS;
  }

  /** Rows with recorded spellings. */
  get spelledRows(): Iterable<Row> {
    return this.spellingsByRow.keys();
  }

  private isNew(term: TermId): boolean {
    return term !== ANY && isNewNode(this.terms.text(term));
  }
}
