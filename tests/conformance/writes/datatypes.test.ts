/** Literals of the datatypes of OWL 2 RL in RDF mutations, over HTTP and gRPC. */
import { underGateway } from '../../support/engines/under-gateway';
import { bytes, GrpcClient } from '../../support/grpc';
import { loadOntology } from '../../support/engines/ontology';
import { ask } from '../../support/http/client';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
/** Datatype that Dgraph does not read → a literal, and the value stored under a property of that range. */
const LITERALS: Readonly<Record<string, readonly [string, unknown]>> = {
  nonNegativeInteger: ['7', 7],
  unsignedByte: ['255', 255],
  negativeInteger: ['-1', -1],
  decimal: ['7.50', 7.5],
  anyURI: ['http://ex.org/a?b=c', 'http://ex.org/a?b=c'],
  token: ['a b', 'a b'],
  language: ['de-AT', 'de-AT'],
  hexBinary: ['0FB7', '0FB7'],
  dateTimeStamp: ['2020-01-02T03:04:05Z', '2020-01-02T03:04:05Z'],
};
const names = Object.keys(LITERALS);
const ONTOLOGY = `@prefix : <http://ex.org/d#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <${XSD}> . :C a owl:Class .
${names.map((name) => `:p_${name} a owl:DatatypeProperty ; rdfs:range xsd:${name} .`).join('\n')}`;

const literal = (name: string, text: string) => `"${text}"^^<${XSD}${name}>`;
const statements = (subject: string) =>
  names.map((name) => `${subject} <p_${name}> ${literal(name, LITERALS[name]![0])} .`).join('\n');

underGateway(
  (testbed) => {
    const post = async (path: string, type: string, body: string) =>
      (await ask(testbed.url, path, { method: 'POST', headers: { 'Content-Type': type }, body })).json;
    const set = (text: string) => post('/mutate?commitNow=true', 'application/rdf', `{ set {\n${text}\n} }`);

    it('are refused without an ontology, as by Dgraph', async () => {
      for (const name of names) {
        const { errors } = await set(`_:a <p> ${literal(name, LITERALS[name]![0])} .`);
        expect(errors[0].message).toContain(`unrecognized rdf type ${XSD}${name}`);
      }
    });

    it('are stored with an ontology in force', async () => {
      await loadOntology(testbed.url, ONTOLOGY);
      const { data } = await set(statements('_:a'));
      const client = new GrpcClient(testbed.grpcAddress);
      const first = await client.query({ commitNow: true, mutations: [{ setNquads: bytes(statements('_:a')) }] });
      const second = await client.runDql({ dqlQuery: `{ set {\n${statements('_:a')}\n} }` });
      client.close();
      for (const { a } of [data.uids, first.uids, second.uids] as Record<string, string>[]) {
        const fields = names.map((name) => `p_${name}`).join(' ');
        const { q } = (await post('/query', 'application/dql', `{ q(func: uid(${a!})) { ${fields} } }`)).data;
        expect(q).toEqual([Object.fromEntries(names.map((name) => [`p_${name}`, LITERALS[name]![1]]))]);
      }
    });

    it('are refused with their place where they are invalid', async () => {
      const { errors } = await set(`_:a <p_token> "a" .\n_:a <other> ${literal('unsignedByte', '256')} .`);
      expect(errors[0].message).toBe(`RDF: line 3, column 13: "256" is not a literal of <${XSD}unsignedByte>`);
    });

    it('of other datatypes are refused as by Dgraph', async () => {
      const { errors } = await set('_:a <p_token> "a"^^<http://ex.org/mine> .');
      expect(errors[0].message).toBe('unrecognized rdf type http://ex.org/mine');
    });
  },
  { GRPC_PORT: '0' },
);
