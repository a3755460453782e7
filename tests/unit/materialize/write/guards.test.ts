/** Guards of a decision: their values are the nodes that support it, shared or whole. */
import {
  fenceValues,
  guardsOf,
  LANES,
  laneGuards,
  lockStatement,
  nodeLocks,
  WHOLE_FENCE,
} from '../../../../src/materialize/write/guards';
import { WriteDraft } from '../../../../src/materialize/write/draft';
import { Evaluation } from '../../../../src/reasoner';
import { contextOf, mutationOf, schemaOf, workingSetOf } from '../../../support/materialize/small';

const schema = schemaOf('keeps: [uid]\nkeptBy: [uid]\nnear: [uid]\nage: int');
const context = contextOf(
  `:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class . :Cat a owl:Class . :Fox a owl:Class ; owl:disjointWith :Cat .
   :keeps a owl:ObjectProperty . :keptBy a owl:ObjectProperty ; owl:inverseOf :keeps .
   :near a owl:ObjectProperty , owl:TransitiveProperty . :age a owl:DatatypeProperty ; rdfs:domain :Animal .`,
  schema,
);

/** Number of values of each node. */
function locks(rdf: string, stored = ''): Record<string, number> {
  const draft = new WriteDraft(mutationOf(rdf), context);
  const workingSet = workingSetOf(context.plan, schema, stored);
  const evaluation = new Evaluation(context.plan, workingSet);
  const inference = evaluation.run(draft.over(workingSet, (node) => node).change);
  const counts: Record<string, number> = {};
  for (const value of guardsOf(nodeLocks(workingSet, inference, context.relevance))) {
    const node = value.split('/')[0]!;
    counts[node] = (counts[node] ?? 0) + 1;
  }
  return counts;
}

it('new nodes need no guard', () => {
  expect(locks('{ set { _:a <keeps> _:b .\n_:a <age> "1" .\n_:a <near> _:b . } }')).toEqual({});
});

it('an added fact has a shared guard, so that other writes may add facts there', () => {
  expect(locks('{ set { <0x1> <keeps> <0x2> .\n<0x3> <age> "1" . } }')).toEqual({ '0x1': 1, '0x2': 1, '0x3': 1 });
});

it('facts that rules join there have an exclusive guard, unless they yield to others', () => {
  const [shared, exclusive] = [locks('{ set { <0x1> <keeps> <0x2> . } }'), locks('{ set { <0x1> <near> <0x2> . } }')];
  expect(exclusive['0x1']).toBeGreaterThan(shared['0x1']!);
  expect(exclusive['0x2']).toBe(1);
  expect(locks('{ set { <0x1> <dgraph.type> "Fox" . } }')['0x1']).toBe(exclusive['0x1']);
  expect(locks('{ set { <0x1> <dgraph.type> "Dog" . } }')['0x1']).toBe(1);
});

it('a retracted fact has exclusive guards at both ends', () => {
  const counts = locks('{ delete { <0x1> <keeps> <0x2> . } }', '0x1 keeps 0x2\n0x2 keptBy 0x1*');
  expect(counts['0x1']).toBeGreaterThan(1);
  expect(counts['0x2']).toBe(counts['0x1']);
});

it('the whole fence replaces very many guards', () => {
  const nodes = Array.from({ length: 3000 }, (_, i) => `0x${(i + 16).toString(16)}`);
  const rdf = `{ delete { ${nodes.map((node) => `<0x1> <keeps> <${node}> .`).join('\n')} } }`;
  const stored = nodes.map((node) => `0x1 keeps ${node}`).join('\n');
  const counts = locks(rdf, stored);
  expect(Object.keys(counts).sort()).toEqual([...WHOLE_FENCE].sort());
});

it('guards are spread over lists, and each has its place', () => {
  const guards = [...Array.from({ length: 1000 }, (_, i) => `0x${(5000 + i).toString(16)}/3`), ...WHOLE_FENCE];
  const places = guards.map((guard) => lockStatement(guard).subject);
  expect(guards.map((guard) => lockStatement(guard).subject)).toEqual(places);
  const uids = places.map((place) => Number((place as { readonly uid: string }).uid));
  expect(Math.min(...uids)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...uids)).toBeLessThanOrEqual(0x400);
  const counts = new Map<number, number>();
  for (const uid of uids) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  expect(Math.max(...counts.values())).toBeLessThan(20);
});

it('a write that adds facts takes one guard of the fence', () => {
  const taken = Array.from({ length: 200 }, () => fenceValues(true));
  expect(taken.every((values) => values.length === 1 && WHOLE_FENCE.includes(values[0]!))).toBe(true);
  expect(new Set(taken.flat()).size).toBeGreaterThan(20);
});

it('a write that takes facts back and a lane exclude each other; lanes, and most writes, do not', () => {
  const lanes = Array.from({ length: LANES }, (_, lane) => new Set(laneGuards(lane)));
  const rows = Array.from({ length: 200 }, () => fenceValues(false));
  for (const row of rows) {
    for (const lane of lanes) expect(row.filter((value) => lane.has(value))).toHaveLength(1);
    expect(row.every((value) => WHOLE_FENCE.includes(value))).toBe(true);
  }
  expect(new Set(lanes.flatMap((lane) => [...lane])).size).toBe(lanes.reduce((sum, { size }) => sum + size, 0));
  expect(new Set(rows.map(String)).size).toBeGreaterThan(50);
  const added = new Set(Array.from({ length: 200 }, () => fenceValues(true)).flat());
  expect(rows.flat().some((value) => added.has(value))).toBe(false);
});
