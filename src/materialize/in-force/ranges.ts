/**
 * Data ranges as conditions on stored values. Instances have data fields only, so that rules can be transferred to
 * another thread or process.
 */
import { datatypes } from '../../ontology';
import type { DataRange, Iri } from '../../ontology';
import { parseLiteralTerm } from '../../mutation';
import type { RangeTest } from '../../reasoner';
import { onceFor } from '../../util/memo';

/** Definitions of datatypes, by IRI. */
type Definitions = ReadonlyMap<Iri, DataRange>;

const evaluatorOf = onceFor((definitions: Definitions) => new datatypes.RangeEvaluator(definitions));
const testOf = onceFor((condition: StoredRange) => condition.compile());

/** Test of stored values against a data range. */
export class StoredRange implements RangeTest {
  readonly key: string;

  /**
   * @param storage type under which the engine stores the values
   * @param text the range, for messages
   */
  constructor(
    private readonly range: DataRange,
    private readonly storage: datatypes.StorageType,
    private readonly definitions: Definitions,
    readonly text: string,
  ) {
    this.key = testOf(this).key;
  }

  holds(term: string): boolean {
    return this.ask(term, 'holds');
  }

  isKnown(term: string): boolean {
    return this.ask(term, 'isKnown');
  }

  compile(): datatypes.StoredRangeTest {
    return datatypes.storedRangeTest(this.range, this.storage, evaluatorOf(this.definitions));
  }

  private ask(term: string, question: 'holds' | 'isKnown'): boolean {
    if (!term.startsWith('"')) return false;
    const { text, lang } = parseLiteralTerm(term);
    return testOf(this)[question](text, lang);
  }
}
