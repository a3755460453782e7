import { NearNames } from '../../../src/ontology';
import { load } from '../../support/ontology/documents';

const near = NearNames.of(
  load(
    ':PartOf a owl:Class . :Ärztin a owl:Class ; rdfs:label "woman doctor"@en , "Ärztin"@de . :Person a owl:Class .' +
      ':partOf a owl:ObjectProperty ; rdfs:label "is part of" . :firstName a owl:DatatypeProperty .',
  ),
);

describe('near names', () => {
  it.each([
    ['class', 'partof', 'PartOf', 'case'],
    ['class', 'part_of', 'PartOf', 'case'],
    ['class', 'A\u0308rztin', 'Ärztin', 'normal form'],
    ['class', 'Woman Doctor', 'Ärztin', 'label'],
    ['class', 'Persn', 'Person', 'letters'],
    ['property', 'first-name', 'firstName', 'case'],
    ['property', 'IsPartOf', 'partOf', 'label'],
  ] as const)('find for the %s %s the name %s, by %s', (space, text, name, by) => {
    expect(near.find(space, text)).toEqual({ name, by });
    expect(near.find(space, text)).toEqual({ name, by });
  });

  it.each([
    ['class', 'Vehicle'],
    ['property', 'firstNam'],
    ['class', 'x'.repeat(10_000)],
  ] as const)('find nothing for the %s %s', (space, text) => {
    expect(near.find(space, text)).toBeUndefined();
  });

  it('suggest names by name and label', () => {
    expect(near.suggestions('class', 'woman docter')).toEqual(['Ärztin']);
    expect(near.suggestions('class', 'Persons')).toEqual(['Person']);
    expect(near.suggestions('class', 'Vehicle')).toEqual([]);
  });
});
