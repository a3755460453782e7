/** LUBM(1) as a graph: the closure on which two independent engines agree. */
import { mergeDocuments, parseTurtle } from '../../../src/rdf';
import { closure } from '../../../src/reasoner/rdf';
import { vocabulary } from '../../../src/ontology';
import { describeIf } from '../../support/conditional';
import { hasLubm, lubm1, LUBM1_EDGES, LUBM1_TYPES, univBench } from '../../support/lubm';

const UB = 'http://swat.cse.lehigh.edu/onto/univ-bench.owl#';

describeIf(hasLubm, 'needs LUBM in the shared folder')('LUBM(1)', () => {
  it('has the types and edges that other engines derive', () => {
    const written = [...lubm1()].map(([s, p, o]) => `<${s}> <${p}> ${o.startsWith('"') ? o : `<${o}>`} .\n`).join('');
    const document = mergeDocuments(parseTurtle(univBench()), [{ name: 'data', document: parseTurtle(written) }]);
    const { graph, contradictions } = closure(document);
    expect(contradictions).toEqual([]);
    const count = (p: string, o?: string) => [...graph.rowsOf(graph.id(p), o === undefined ? 0 : graph.id(o))].length;
    const types = Object.keys(LUBM1_TYPES).map((name) => [name, count(vocabulary.rdf.type, UB + name)]);
    expect(Object.fromEntries(types)).toEqual(LUBM1_TYPES);
    const edges = Object.keys(LUBM1_EDGES).map((name) => [name, count(UB + name)]);
    expect(Object.fromEntries(edges)).toEqual(LUBM1_EDGES);
  });
});
