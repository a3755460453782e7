/** Parts of a write for unit tests: a schema, a plan, statements, a working set with stored facts. */
import { readOntology } from '../../../src/ontology';
import type { LoadedOntology } from '../../../src/ontology';
import { EngineSchema } from '../../../src/materialize/store/engine-schema';
import { compileRules, edgesOf } from '../../../src/materialize/in-force/reasoning';
import { Relevance } from '../../../src/materialize/in-force/relevance';
import { storedIn } from '../../../src/materialize/store/settle';
import { WorkingSet } from '../../../src/materialize/store/working-set';
import { makeDraftContext, type RuledContext } from '../../../src/materialize/write/context';
import type { Engine } from '../../../src/dgraph';
import { readMutationBody } from '../../../src/mutation';
import type { Mutation } from '../../../src/dql/mutation/ast';
import type { Plan } from '../../../src/reasoner';

const PREFIXES = `@prefix : <http://ex.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`;

/** Parses a schema: `name: string @lang`, `knows: [uid]`, one per line. */
export function schemaOf(text: string, types: Readonly<Record<string, readonly string[]>> = {}): EngineSchema {
  const schema = text
    .split('\n')
    .map((line) => /^\s*(\S+): (\[?)(\w+)\]?(.*)$/.exec(line))
    .flatMap((match) => (match ? [match] : []))
    .map(([, predicate, list, type, flags]) => ({
      predicate: predicate!,
      type: type!,
      list: list === '[',
      ...(flags!.includes('@lang') && { lang: true }),
      ...(flags!.includes('@reverse') && { reverse: true }),
      ...(flags!.includes('@count') && { count: true }),
    }));
  return new EngineSchema({
    schema,
    types: Object.entries(types).map(([name, fields]) => ({ name, fields: fields.map((field) => ({ name: field })) })),
  });
}

export const ontologyOf = (turtle: string): LoadedOntology => readOntology(PREFIXES + turtle, { profile: 'lenient' });

/** Returns the context for drafts. */
export function contextOf(turtle: string, schema: EngineSchema): RuledContext {
  const loaded = ontologyOf(turtle);
  const { plan, assertions } = compileRules(loaded);
  const reasoning = { version: 1, loaded, plan, relevance: new Relevance(plan), edges: edgesOf(loaded), assertions };
  return makeDraftContext({ engine: undefined as unknown as Engine, schema, reasoning, headUid: '0x1' });
}

/** Returns the only mutation of an RDF body. */
export const mutationOf = (rdf: string): Mutation => readMutationBody('application/rdf', rdf).mutations[0]!;

/** Parses facts into a working set: `s p o` or `s p o*` (inferred), one per line; values in quotes. */
export function workingSetOf(plan: Plan, schema: EngineSchema, facts: string): WorkingSet {
  const workingSet = new WorkingSet(plan, storedIn(schema));
  for (const line of facts.split('\n').map((text) => text.trim())) {
    const match = /^(\S+) (\S+) (.*?)(\*?)$/.exec(line);
    if (match) workingSet.add(match[1]!, match[2]!, match[3]!, match[4] === '*');
  }
  return workingSet;
}
