/** Times of each day, such as opening times: no answer to when something was opened once. */
import { answersTo, startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/hours#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

describe.each([
  ['opening time', 'closing time'],
  ['opens at', 'closes at'],
])('%s and %s', (opening, closing) => {
  let reader: ReaderTestbed;
  beforeAll(async () => {
    const time = (name: string, label: string): string =>
      `:${name} a owl:DatatypeProperty ; rdfs:label "${label}" ; rdfs:domain :Shop ; rdfs:range xsd:string .`;
    reader = await startReader(
      `${PREFIXES} :Shop a owl:Class ; rdfs:label "shop" .\n${time('from', opening)}\n${time('to', closing)}`,
      `${PREFIXES} :one a :Shop ; rdfs:label "Old Corner" ; :from "10:00" ; :to "18:30" .`,
    );
  });
  afterAll(() => reader.close());

  it('tell when something opens and closes', async () => {
    const questions = ['When does the Old Corner open?', 'When does the Old Corner close?'];
    expect(Object.values(await answersTo(reader, questions))).toEqual(['10:00', '18:30']);
  });

  it('do not tell on which day it was', async () => {
    const verbs = ['opened', 'closed', 'first opened', 'built'];
    const passive = verbs.flatMap((verb) => [`When was it ${verb}?`, `When had it been ${verb}?`]);
    const questions = [...passive, 'When did it open?', 'When did it close?'].map((each) =>
      each.replace('it', 'the Old Corner'),
    );
    expect(Object.values(await answersTo(reader, questions))).toEqual(questions.map(() => null));
  });
});
