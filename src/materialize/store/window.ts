/** The reasoner's sight of the store: facts that have been read in a transaction, and which facts those are all of. */
import { createHash } from 'node:crypto';
import { TYPE_PREDICATE } from '../../mutation';
import { ANY, FactTable, Stored, Terms, unchanged } from '../../reasoner';
import type { FactSource, Plan, Row, TermId } from '../../reasoner';

/** Whether a term is a node that the write makes: nothing is stored about it. */
export function isNewNode(text: string): boolean {
  return text.charCodeAt(0) === UNDERSCORE && text.charCodeAt(1) === COLON;
}

/** What stands for a value of a predicate where nodes are locked: short, and the same for the same value. */
export const valueLock = (p: string, value: string): string =>
  `${p}=${createHash('sha256').update(value).digest('base64url').slice(0, 16)}`;

const UNDERSCORE = 0x5f;
const COLON = 0x3a;

export class Window implements FactSource {
  readonly terms: Terms;
  readonly table: FactTable;
  /**
   * Stored nodes that were asked about, and values (see valueLock): what is decided rests on what is stored of them, and on
   * what is not.
   */
  readonly asked = new Set<string>();
  private readonly covered = new Set<string>();
  private readonly spelled = new Map<Row, Set<string>>();

  /**
   * @param isStored whether the engine can have facts under a predicate at all
   * @param facts how many are expected
   */
  constructor(
    plan: Plan,
    private readonly isStored: (predicate: string) => boolean,
    facts = 64,
  ) {
    this.terms = new Terms(plan.terms);
    this.table = new FactTable(facts);
  }

  covers(s: TermId, p: TermId, o: TermId): boolean {
    if (this.isNew(s) || this.isNew(o)) return true;
    const { covered } = this;
    return (
      covered.has(`${s} ${p} ${o}`) ||
      (s !== ANY && o !== ANY && (covered.has(`${s} ${p} ${ANY}`) || covered.has(`${ANY} ${p} ${o}`))) ||
      covered.has(`${ANY} ${p} ${ANY}`) ||
      !this.isStored(this.terms.text(p))
    );
  }

  /** Notes that every stored fact that matches is in the table; undefined matches everything. */
  cover(s: string | undefined, p: string, o: string | undefined): void {
    const node = s ?? (p === TYPE_PREDICATE ? undefined : o);
    if (node?.startsWith('"')) this.asked.add(valueLock(p, node));
    else if (node !== undefined && !isNewNode(node)) this.asked.add(node);
    this.covered.add(`${this.idOf(s)} ${this.terms.id(p)} ${this.idOf(o)}`);
  }

  /**
   * Adds a stored fact.
   *
   * @param spelling of a value in a list, as stored: an engine tells `12:00+02:00` and `10:00Z` apart, the rules do not
   */
  add(s: string, p: string, o: string, inferred: boolean, spelling?: string): void {
    const row = this.table.row(this.terms.id(s), this.terms.id(p), this.terms.id(o));
    this.table.flags[row] = unchanged(inferred ? Stored.Inferred : Stored.Asserted);
    if (spelling === undefined) return;
    const spellings = this.spelled.get(row);
    if (spellings) spellings.add(spelling);
    else this.spelled.set(row, new Set([spelling]));
  }

  /** The spellings of a row's value where there are several of one value; none otherwise. */
  spellings(row: Row): Iterable<string> {
    return this.spelled.get(row) ?? [];
  }

  private idOf(text: string | undefined): TermId {
    return text === undefined ? ANY : this.terms.id(text);
  }

  private isNew(term: TermId): boolean {
    return term !== ANY && isNewNode(this.terms.text(term));
  }
}
