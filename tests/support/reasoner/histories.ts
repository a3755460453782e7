/** Random histories of writes, and the asserted facts after each. */
import * as fc from 'fast-check';
import type { RlAxiom } from '../../../src/ontology';
import type { Triple } from '../../../src/reasoner/graph';
import { closureOf, factKey, factOf } from './oracle';
import { CLASSES, DATA_PROPERTIES, INDIVIDUALS, NAMES, OBJECT_PROPERTIES, VALUES } from './samples';

const node = fc.constantFrom(...INDIVIDUALS);
const fact: fc.Arbitrary<Triple> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(node, fc.constantFrom(...OBJECT_PROPERTIES), node) },
  { weight: 4, arbitrary: fc.tuple(node, fc.constant('type'), fc.constantFrom(...CLASSES)) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      node,
      fc.constantFrom(...DATA_PROPERTIES),
      fc.constantFrom(...VALUES.map((value) => `"${value}"`)),
    ),
  },
);

/** Fact, or the n-th (modulo their number) of the facts asserted or inferred at that time. */
type Choice = { readonly fact: Triple } | { readonly of: 'asserted' | 'inferred'; readonly index: number };

const chosenOf = (of: 'asserted' | 'inferred') => fc.nat(1000).map((index): Choice => ({ of, index }));

/** Write: asserted and retracted facts, which may overlap. */
export interface Write {
  readonly assert: readonly Choice[];
  readonly retract: readonly Choice[];
}

const writeOf = (anyFact: fc.Arbitrary<Choice>): fc.Arbitrary<Write> =>
  fc.record({
    assert: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: anyFact },
        { weight: 1, arbitrary: chosenOf('asserted') },
        { weight: 2, arbitrary: chosenOf('inferred') },
      ),
      { maxLength: 4 },
    ),
    retract: fc.array(
      fc.oneof(
        { weight: 1, arbitrary: anyFact },
        { weight: 6, arbitrary: chosenOf('asserted') },
        { weight: 2, arbitrary: chosenOf('inferred') },
      ),
      { maxLength: 3 },
    ),
  });

const historiesOf = (facts: fc.Arbitrary<Triple>): fc.Arbitrary<Write[]> =>
  fc.array(writeOf(facts.map((chosen): Choice => ({ fact: chosen }))), { minLength: 1, maxLength: 12 });

export const histories = historiesOf(fact);

/** With facts of owl:sameAs and owl:differentFrom. */
export const historiesWithEquality = historiesOf(
  fc.oneof(
    { weight: 12, arbitrary: fact },
    { weight: 2, arbitrary: fc.tuple(node, fc.constant('sameAs'), node) },
    { weight: 1, arbitrary: fc.tuple(node, fc.constant('differentFrom'), node) },
  ),
);

/** Keys of the facts in a graph. */
export interface State {
  readonly asserted: ReadonlySet<string>;
  readonly inferred: ReadonlySet<string>;
}

export const EMPTY: State = { asserted: new Set(), inferred: new Set() };

/** Returns the facts of a write in a state. */
export function resolve({ assert, retract }: Write, state: State): { assert: Triple[]; retract: Triple[] } {
  const facts = (choices: readonly Choice[]) =>
    choices.flatMap((choice) => {
      if ('fact' in choice) return [choice.fact];
      const keys = [...state[choice.of]].sort();
      return keys.length > 0 ? [factOf(keys[choice.index % keys.length]!)] : [];
    });
  return { assert: facts(assert), retract: facts(retract) };
}

/** Returns the state after a write; undefined if the ontology forbids it. */
export function next(
  axioms: readonly RlAxiom[],
  state: State,
  change: { readonly assert: readonly Triple[]; readonly retract: readonly Triple[] },
  names = NAMES,
): State | undefined {
  const asserted = new Set(state.asserted);
  for (const fact of change.retract) asserted.delete(factKey(fact));
  for (const fact of change.assert) asserted.add(factKey(fact));
  const { facts, contradiction } = closureOf(axioms, [...asserted].map(factOf), names);
  return contradiction ? undefined : { asserted, inferred: minus(facts, asserted) };
}

export const minus = (all: Iterable<string>, without: ReadonlySet<string>): Set<string> =>
  new Set([...all].filter((key) => !without.has(key)));
