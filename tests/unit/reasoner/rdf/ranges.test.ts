/** Nodes of a graph that stand for data ranges: the least solution of their definitions. */
import fc from 'fast-check';
import { datatypes } from '../../../../src/ontology';
import { parseTurtle } from '../../../../src/rdf';
import { RdfGraph } from '../../../../src/reasoner/rdf/graph';
import { NodeReader } from '../../../../src/reasoner/rdf/node';
import { GraphRanges } from '../../../../src/reasoner/rdf/ranges';
import { literalOf } from '../../../../src/reasoner/rdf/terms';
import { turtle } from '../../../support/w3c/own-cases';

const ZOO = 'http://zoo.example/';

/** Returns the nodes among `names` that are ranges, asked in this order. */
function rangesIn(statements: readonly string[], names: readonly string[]) {
  const graph = new RdfGraph();
  for (const quad of parseTurtle(turtle(statements)).quads) graph.add(quad);
  const ranges = new GraphRanges(new NodeReader(graph));
  const found = names.filter((name) => ranges.rangeOf(graph.id(ZOO + name)) !== undefined);
  return { found, ranges, graph };
}

const NODES = ['A', 'B', 'C', 'D', 'E', 'F'];
const node = fc.constantFrom(...NODES);
const part = fc.oneof({ weight: 4, arbitrary: node }, fc.constant('integer'));

/** Definition of a node: a range if all its parts are ranges. */
interface Definition {
  readonly node: string;
  readonly by: string;
  readonly parts: readonly string[];
}

const definition: fc.Arbitrary<Definition> = fc.oneof(
  fc.record({
    node,
    by: fc.constantFrom('owl:unionOf', 'owl:intersectionOf'),
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ node, by: fc.constantFrom('owl:equivalentClass'), parts: fc.tuple(part) }),
  fc.record({ node, by: fc.constantFrom('owl:datatypeComplementOf'), parts: fc.tuple(part) }),
);

const termOf = (name: string): string => (name === 'integer' ? 'xsd:integer' : `:${name}`);
const statementOf = ({ node: subject, by, parts }: Definition): string => {
  const terms = parts.map(termOf).join(' ');
  return `:${subject} ${by} ${by.endsWith('Of') && !by.includes('Complement') ? `(${terms})` : terms}`;
};

/** Of two lists or complements of a node, the first counts; equivalent classes count all. */
const isFirst = ({ node: subject, by }: Definition, at: number, all: readonly Definition[]): boolean =>
  by === 'owl:equivalentClass' || all.findIndex((other) => other.node === subject && other.by === by) === at;

it('a node is a range if a definition leads it back to ranges, in whatever order nodes are asked', () => {
  fc.assert(
    fc.property(
      fc.array(definition, { maxLength: 12 }),
      fc.shuffledSubarray(NODES, { minLength: NODES.length }),
      (all, order) => {
        const definitions = all.filter(isFirst);
        const expected = new Set(['integer']);
        for (let size = 0; size < expected.size;) {
          size = expected.size;
          for (const { node: subject, parts } of definitions) {
            if (parts.every((each) => expected.has(each))) expected.add(subject);
          }
        }
        const { found } = rangesIn(definitions.map(statementOf), order);
        expect(found).toEqual(order.filter((name) => expected.has(name)));
      },
    ),
    { numRuns: Number(process.env['OWLGATE_RANDOM_RUNS'] ?? 300) },
  );
});

it('definitions that all lead to one another, and none to a datatype, make no range', () => {
  const names = Array.from({ length: 60 }, (_, i) => `N${i}`);
  const equal = names.flatMap((a) => names.map((b) => `:${a} owl:equivalentClass :${b}`));
  const unions = names.map((a, i) => `:${a} owl:unionOf (:${names[(i + 1) % 60]} :${names[(i + 2) % 60]} :${a})`);
  expect(rangesIn([...equal, ...unions], names).found).toEqual([]);
  expect(rangesIn([...equal, ...unions, ':N30 owl:equivalentClass xsd:byte'], names).found).toEqual(names);
});

it('a range of 40 levels that each name the level below twice is evaluated', () => {
  const names = Array.from({ length: 40 }, (_, i) => `N${i}`);
  const levels = names.slice(1).map((name, i) => `:${name} owl:unionOf (:N${i} :N${i})`);
  const { ranges, graph } = rangesIn([...levels, ':N0 owl:oneOf ("1" "2")'], names);
  const top = ranges.rangeOf(graph.id(`${ZOO}N39`))!;
  const isMember = (text: string) => ranges.evaluator.contains(top, datatypes.parseLiteral(literalOf(`"${text}"`)!)!);
  expect(isMember('1')).toBe(true);
  expect(isMember('3')).toBe(false);
});
