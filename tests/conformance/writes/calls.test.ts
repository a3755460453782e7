/**
 * Writes over gRPC: as many calls as a write needs, and the same answers and facts as over HTTP.
 */
import * as fc from 'fast-check';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { grpcAddressOf, startCuttingCalls, type CuttingCalls } from '../../support/engines/cutting-calls';
import { startGatewayOver } from '../../support/engines/gateway';
import { factsOf } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { alter, alterPatiently, ask, post, rdf, type Answer } from '../../support/engines/wire';
import { runs } from '../../support/runs';
import { until } from '../../support/until';

const ONTOLOGY = `@prefix : <https://example.org/calls#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/calls> a owl:Ontology .
:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class ; owl:disjointWith :Person . :Person a owl:Class .
:feeds a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Animal ; owl:inverseOf :fedBy .
:fedBy a owl:ObjectProperty . :walks a owl:ObjectProperty ; rdfs:subPropertyOf :feeds .
:chip a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:int .`;

const EDGES = ['feeds', 'fedBy', 'walks'];
const NODES = ['a', 'b', 'c'];

/** Statement over names of nodes. */
interface Statement {
  readonly isDelete: boolean;
  readonly text: string;
}

const node = fc.constantFrom(...NODES);
const edge = fc.tuple(node, fc.constantFrom(...EDGES), node).map(([s, p, o]) => `<${s}> <${p}> <${o}> .`);
const type = fc
  .tuple(node, fc.constantFrom('Dog', 'Animal', 'Person'))
  .map(([s, name]) => `<${s}> <graph.type> "${name}" .`);
const value = fc
  .tuple(node, fc.constantFrom('"1"', '"2"', '"none"', '<a>'))
  .map(([s, chip]) => `<${s}> <chip> ${chip} .`);
const statement: fc.Arbitrary<Statement> = fc.record({
  isDelete: fc.nat({ max: 3 }).map((n) => n === 0),
  text: fc.oneof({ weight: 3, arbitrary: edge }, { weight: 2, arbitrary: type }, value),
});

forEachEngine((engine) => {
  if (engine.name === 'embedded') {
    it('the embedded engine has no gRPC port', () => expect(engine.name).toBe('embedded'));
    return;
  }
  let calls: CuttingCalls;
  let overCalls: Gateway;
  let overHttp: Gateway;
  beforeAll(async () => {
    await engine.reset();
    calls = await startCuttingCalls(grpcAddressOf(engine.url));
    overHttp = await startGatewayOver(engine, { DGRAPH_GRPC: 'off' });
    await loadOntology(overHttp.url, ONTOLOGY);
    await alterPatiently(engine.url, alter('note: string .'));
    overCalls = await startGatewayOver(engine, { DGRAPH_GRPC: calls.address });
    // The first write opens the connection.
    await until(async () => {
      await written(overCalls, '_:n <note> "first" .');
      return calls.passed.mutations > 0;
    });
  });
  afterAll(async () => {
    await overCalls.close();
    await overHttp.close();
    await calls.close();
  });

  const written = ({ url }: Gateway, set: string): Promise<Answer> => ask(url, rdf(`{ set {\n${set}\n} }`));

  it.each([
    ['a node outside the ontology', '_:n <note> "x" .', ['/mutate']],
    ['a new node of a class', '_:n <graph.type> "Dog" .', ['/mutate']],
    ['an edge between new nodes', '_:p <feeds> _:d .', ['/mutate']],
    ['an edge between stored nodes', '<P> <feeds> <D> .', ['/query', '/mutate']],
    ['a value of a stored node', '<D> <chip> "7" .', ['/query', '/mutate']],
  ])('%s', async (_, text, expected) => {
    const { data } = await written(overHttp, '_:P <note> "P" .\n_:D <note> "D" .');
    const paths: string[] = [];
    // The gateway also looks at the registry from time to time.
    calls.plan((path, query) => void (query.includes('heads(') || paths.push(path)));
    await written(
      overCalls,
      text.replace(/<([PD])>/g, (_whole, name: string) => `<${data.uids[name]}>`),
    );
    calls.plan(() => undefined);
    expect(paths).toEqual(expected);
  });

  /** Nodes of one way, and what is said about them by name. */
  async function story(gateway: Gateway, steps: readonly (readonly Statement[])[]): Promise<unknown> {
    const { data } = await written(gateway, NODES.map((name) => `_:${name} <note> "${name}" .`).join('\n'));
    const uids = data.uids as Record<string, string>;
    const named = (result: unknown): unknown => {
      let text = JSON.stringify(result);
      for (const name of NODES) text = text.replaceAll(new RegExp(`\\b${uids[name]!}\\b`, 'g'), name);
      return JSON.parse(text);
    };
    const told: unknown[] = [];
    for (const statements of steps) {
      const lines = (isDelete: boolean): string =>
        statements
          .filter((each) => each.isDelete === isDelete)
          .map(({ text }) => text.replace(/<([abc])>/g, (_whole, name: string) => `<${uids[name]!}>`))
          .join('\n');
      const { status, body } = await post(
        gateway.url,
        rdf(`{ set {\n${lines(false)}\n} delete {\n${lines(true)}\n} }`),
      );
      const { extensions = {}, ...rest } = body as { extensions?: Answer };
      const { txn, ontology } = extensions;
      const preds = (txn?.preds as string[] | undefined)?.filter((each) => !each.includes('owlgate.')).sort();
      const isCommitted = txn?.commit_ts !== undefined;
      const facts = await Promise.all(NODES.map((name) => factsOf(engine.url, uids[name]!, EDGES)));
      told.push(named({ status, rest, ontology: ontology as unknown, preds, isCommitted, facts }));
    }
    return told;
  }

  it('answers and facts are the same over both', async () => {
    const { mutations } = calls.passed;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(statement, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
        async (steps) => {
          expect(await story(overCalls, steps)).toEqual(await story(overHttp, steps));
        },
      ),
      { numRuns: runs(40) },
    );
    expect(calls.passed.mutations).toBeGreaterThan(mutations + 5);
  });
});
