import type { Property } from '../../../../ui/src/api/schema';
import { individualText } from '../../../../ui/src/logic/write';

const property = (iri: string, type: Property['type'], range: string[]): Property => ({
  iri,
  fullIri: `urn:${iri}`,
  type,
  range,
  isFunctional: false,
  inherited: false,
});

it('a form makes a mutation of typed values, without empty ones', () => {
  const properties = [
    property('age', 'DataProperty', ['xsd:nonNegativeInteger']),
    property('big', 'DataProperty', ['xsd:integer']),
    property('ok', 'DataProperty', ['xsd:boolean']),
    property('name', 'DataProperty', ['xsd:string']),
    property('none', 'DataProperty', ['xsd:string']),
    property('knows', 'ObjectProperty', ['Person']),
    property('boss', 'ObjectProperty', ['Person']),
  ];
  const values = {
    age: '31',
    big: '12345678901234567890',
    ok: 'true',
    name: '5 "x"',
    none: '  ',
    knows: '0x5',
    boss: 'urn:b',
  };
  expect(JSON.parse(individualText('Person', ' urn:a ', properties, values))).toEqual({
    set: [
      {
        'graph.type': 'Person',
        iri: 'urn:a',
        age: 31,
        big: '12345678901234567890',
        ok: true,
        name: '5 "x"',
        knows: { uid: '0x5' },
        boss: { iri: 'urn:b' },
      },
    ],
  });
});
