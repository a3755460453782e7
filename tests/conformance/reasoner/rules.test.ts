/**
 * Every kind of rule through the gateway, over stored data: constants, values, keys, ranges, and facts that the
 * ontology states.
 */
import { factsOf } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, post, query, rdf, type Answer } from '../../support/engines/wire';

const PREFIXES = `
@prefix : <http://ex.org/r#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

const ONTOLOGY = `${PREFIXES}
:Italian a owl:Class ; owl:equivalentClass [ a owl:Restriction ; owl:onProperty :bornIn ; owl:hasValue :italy ] .
:Thing2 a owl:Class . :Person a owl:Class . :Narcissist a owl:Class .
:Narcissist owl:equivalentClass [ a owl:Restriction ; owl:onProperty :loves ; owl:hasSelf true ] .
:Colour a owl:Class ; owl:oneOf ( :red :green ) .
:Adult a owl:Class . :Minor a owl:Class ; owl:disjointWith :Adult .
[] a owl:Restriction ; owl:onProperty :age ; owl:someValuesFrom [ a rdfs:Datatype ; owl:onDatatype xsd:integer ;
   owl:withRestrictions ( [ xsd:minInclusive 18 ] ) ] ; rdfs:subClassOf :Adult .
:Taxpayer a owl:Class ; owl:hasKey ( :taxNumber :country ) .
:Monogamist a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :spouse ; owl:maxCardinality 1 ] .
:Red a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :code ; owl:hasValue "R" ] .
:bornIn a owl:ObjectProperty . :loves a owl:ObjectProperty . :spouse a owl:ObjectProperty .
:passport a owl:ObjectProperty , owl:InverseFunctionalProperty .
:knowsSelf a owl:ObjectProperty , owl:ReflexiveProperty .
:age a owl:DatatypeProperty ; rdfs:range xsd:nonNegativeInteger .
:percent a owl:DatatypeProperty ; rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:minInclusive 0 ] [ xsd:maxInclusive 100 ] ) ] .
:code a owl:DatatypeProperty ; rdfs:range xsd:string .
:taxNumber a owl:DatatypeProperty ; rdfs:range xsd:string . :country a owl:DatatypeProperty ; rdfs:range xsd:string .
:email a owl:DatatypeProperty , owl:InverseFunctionalProperty ; rdfs:range xsd:string .
:italy a :Thing2 ; :code "IT" .
:red a owl:NamedIndividual . :green a owl:NamedIndividual .
:ada a :Person ; :bornIn :italy ; :age 36 .
[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :ada ; owl:assertionProperty :loves ; owl:targetIndividual :italy .
`;

const asserted = 'asserted';
const inferred = 'inferred';

underGateway((testbed) => {
  beforeAll(() => loadOntology(testbed.url, ONTOLOGY, '?profile=lenient'));

  const body = (statements: string) => rdf(`{ set { ${statements.replace(/ \. (?=[_<])/g, ' .\n')} } }`);
  const set = async (statements: string): Promise<Answer> => ask(testbed.url, body(statements));
  /** Returns the messages of a refusal; '' for an accepted write. */
  const refusals = async (statements: string): Promise<string> => {
    const { body: answer } = await post(testbed.url, body(statements));
    return (answer.errors ?? []).map(({ message }: { message: string }) => message).join('\n');
  };
  const uidOf = async (iri: string): Promise<string> => {
    const { data } = await ask(testbed.url, query(`{ q(func: eq(iri, "http://ex.org/r#${iri}")) { uid } }`));
    return (data.q as { uid: string }[])[0]!.uid;
  };
  const facts = async (uid: string, edges: readonly string[] = []) => factsOf(testbed.engine.url, uid, edges);

  it('facts in the ontology’s document are asserted, and their consequences inferred', async () => {
    const ada = await facts(await uidOf('ada'), ['bornIn']);
    expect(ada.types).toEqual({ Person: asserted, Italian: inferred, Adult: inferred });
    expect((await facts(await uidOf('red'))).types).toEqual({ Colour: inferred });
  });

  it('hasValue works in both directions', async () => {
    const italy = await uidOf('italy');
    const { data } = await set(`_:a <bornIn> <${italy}> . _:b <graph.type> "Italian" . _:c <graph.type> "Red" .`);
    const uids = data.uids as Record<string, string>;
    expect((await facts(uids['a']!)).types).toEqual({ Italian: inferred });
    expect((await facts(uids['b']!, ['bornIn'])).edges).toMatchObject({ bornIn: { [italy]: inferred } });
    const { data: red } = await ask(testbed.url, query(`{ q(func: uid(${uids['c']!})) { code } }`));
    expect(red.q).toEqual([{ code: 'R' }]);
  });

  it('hasSelf and reflexive properties entail edges to the subject', async () => {
    const { data } = await set('_:a <loves> _:a .');
    const a = (data.uids as Record<string, string>)['a']!;
    const { types, edges } = await facts(a, ['knowsSelf']);
    expect(types).toEqual({ Narcissist: inferred });
    expect(edges).toMatchObject({ knowsSelf: { [a]: inferred } });
  });

  it('a restricted value entails a class', async () => {
    const { data } = await set('_:a <age> "17" . _:b <age> "18" .');
    const { a, b } = data.uids as Record<string, string>;
    expect((await facts(a!)).types).toEqual({});
    expect((await facts(b!)).types).toEqual({ Adult: inferred });
    await set(`<${b!}> <age> "3" .`);
    expect((await facts(b!)).types).toEqual({});
  });

  it.each([
    ['_:a <age> "-1" .', 'data range violation on entity _:a'],
    ['_:a <percent> "101" .', 'data range violation on entity _:a'],
    ['_:a <graph.type> "Minor" . _:a <age> "20" .', 'disjointness violation on entity _:a'],
    [
      '_:a <graph.type> "Monogamist" . _:a <spouse> _:b . _:a <spouse> _:c .',
      'maximum cardinality violation on entity _:a',
    ],
    ['<http://ex.org/r#ada> <loves> <http://ex.org/r#italy> .', 'negative assertion violation on entity'],
  ])('%s is refused', async (statements, message) => {
    expect(await refusals(statements)).toContain(message);
  });

  it('keys and inverse-functional properties are checked against stored data', async () => {
    await set('_:a <graph.type> "Taxpayer" . _:a <taxNumber> "1" . _:a <country> "IT" .');
    expect(await refusals('_:b <taxNumber> "1" . _:b <country> "IT" .')).toBe('');
    expect(await refusals('_:c <graph.type> "Taxpayer" . _:c <taxNumber> "1" . _:c <country> "FR" .')).toBe('');
    const duplicate = '_:d <graph.type> "Taxpayer" . _:d <taxNumber> "1" . _:d <country> "IT" .';
    expect(await refusals(duplicate)).toContain('key violation on entity _:d');

    const { data } = await set('_:a <passport> _:p .');
    const passport = `_:b <passport> <${(data.uids as Record<string, string>)['p']!}> .`;
    expect(await refusals(passport)).toContain('inverse functional property violation on entity _:b');

    await set('_:a <email> "a@ex.org" .');
    expect(await refusals('_:b <email> "a@ex.org" .')).toContain('inverse functional property violation');
  });

  it('a fact leaves with the ontology’s document, unless a client asserted it too', async () => {
    const ada = await uidOf('ada');
    await set(`<${ada}> <graph.type> "Person" .`);
    await loadOntology(
      testbed.url,
      ONTOLOGY.replace(':ada a :Person ; :bornIn :italy ; :age 36 .', ''),
      '?profile=lenient',
    );
    const { types, edges } = await facts(ada, ['bornIn']);
    expect(types).toEqual({ Person: asserted });
    expect(edges.bornIn ?? {}).toEqual({});
    await loadOntology(testbed.url, ONTOLOGY, '?profile=lenient');
    expect((await facts(ada)).types).toMatchObject({ Italian: inferred, Adult: inferred });
  });

  it('an inconsistent ontology is refused with the proof', async () => {
    const response = await fetch(`${testbed.url}/ontology`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/turtle' },
      body: `${PREFIXES} :A a owl:Class ; owl:disjointWith :B . :B a owl:Class . :x a :A , :B .`,
    });
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as {
      errors: { message: string; extensions: Record<string, unknown> }[];
    };
    expect(errors[0]!.message).toContain('it contradicts itself');
    expect(errors[0]!.extensions).toMatchObject({ code: 'OntologyInconsistent', line: expect.any(Number) });
  });
});
