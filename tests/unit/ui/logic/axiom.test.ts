import { printExpression, readAxiom, restrictionsIn } from '../../../../ui/src/logic/axiom';

/** Restrictions of `:A` in words. */
const restrictions = (text: string): string[] =>
  restrictionsIn(readAxiom(text), (name) => name === ':A').map(
    ({ property, quantifier, count, filler, isNecessary, isSufficient }) =>
      [
        isNecessary ? (isSufficient ? '=' : '>') : '<',
        printExpression(property),
        quantifier,
        ...(count === undefined ? [] : [count]),
        ...(filler === undefined ? [] : [printExpression(filler)]),
      ].join(' '),
  );

it('an axiom is read and printed', () => {
  const text = 'SubClassOf(:A DataHasValue(:p "a \\"(b)\\" c"^^xsd:string))';
  expect(printExpression(readAxiom(text)!)).toBe(text);
  for (const odd of ['', '(', 'A(', 'A(B', 'A)B', 'A B', 'A('.repeat(1000)]) expect(readAxiom(odd)).toBeUndefined();
});

it.each([
  ['SubClassOf(:A ObjectAllValuesFrom(:p :B))', ['> :p only :B']],
  ['SubClassOf(ObjectSomeValuesFrom(ObjectInverseOf(:p) owl:Thing) :A)', ['< ObjectInverseOf(:p) some']],
  ['EquivalentClasses(:A DataHasValue(:p "true"^^xsd:boolean))', ['= :p value "true"^^xsd:boolean']],
  ['SubClassOf(:A ObjectMaxCardinality(1 :p :B))', ['> :p max 1 :B']],
  ['SubClassOf(:A DataExactCardinality(2 :p))', ['> :p exact 2']],
  [
    'EquivalentClasses(:A ObjectIntersectionOf(:B ObjectSomeValuesFrom(:p :C) ObjectHasSelf(:q)))',
    ['> :p some :C', '> :q self'],
  ],
  ['SubClassOf(ObjectUnionOf(:B ObjectMinCardinality(3 :p)) :A)', ['< :p min 3']],
  ['SubClassOf(ObjectIntersectionOf(:B ObjectSomeValuesFrom(:p :C)) :A)', []],
  ['SubClassOf(:A ObjectUnionOf(:B ObjectSomeValuesFrom(:p :C)))', []],
  ['SubClassOf(:B ObjectAllValuesFrom(:p :A))', []],
  ['ClassAssertion(ObjectAllValuesFrom(:p :B) :A)', []],
])('%s', (text, expected) => expect(restrictions(text)).toEqual(expected));
