/**
 * Random ontologies and random histories of writes through the gateway. After each write the engine holds exactly the
 * plain fixpoint over the asserted facts; contradicting writes are refused and leave no trace. OWLGATE_HISTORIES sets
 * the number of histories (default 2), OWLGATE_MINUTES the time.
 */
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { post, query, rdf } from '../../support/engines/wire';
import { histories, historiesWithEquality, minus, next, resolve } from '../../support/reasoner/histories';
import type { State } from '../../support/reasoner/histories';
import { closureOf, factKey, factOf } from '../../support/reasoner/oracle';
import { assertAsyncRuns, patienceFor } from '../../support/reasoner/runs';
import {
  DATA_PROPERTIES,
  NAMES,
  NAMES_WITH_EQUALITY,
  OBJECT_PROPERTIES,
  ontologies,
  PROLOGUE,
} from '../../support/reasoner/samples';
import type { Statement } from '../../support/reasoner/samples';
import type { Triple } from '../../../src/reasoner/graph';

const RUNS = Number(process.env['OWLGATE_HISTORIES'] ?? 2);
/** Maximum writes that are sent at once: all orders are tried. */
const WAITING = 6;
const NS = 'http://ex.org/';
const LISTS =
  '@prefix owlgate: <https://owlgate.dev/ns#> ' +
  `.\n${DATA_PROPERTIES.map((p) => `:${p} owlgate:list true .`).join('\n')}\n`;

/** Modes of equality, each with the predicates that lead to nodes. */
const MODES = [
  { mode: 'off', names: NAMES, writes: histories, edges: OBJECT_PROPERTIES },
  {
    mode: 'sameAs',
    names: NAMES_WITH_EQUALITY,
    writes: historiesWithEquality,
    edges: [...OBJECT_PROPERTIES, 'sameAs', 'differentFrom'],
  },
] as const;

forEachEngine((engine) => {
  describe.each(MODES)('OWL_EQUALITY=$mode', ({ mode, names, writes, edges }) => {
    let gateway: Gateway | undefined;
    beforeAll(async () => {
      await engine.reset();
      gateway = await startGatewayOver(engine, { OWLGATE_POLL_MS: '50', OWL_EQUALITY: mode });
    });
    afterAll(() => gateway?.close());
    const url = () => gateway!.url;
    const STATE = `{ q(func: has(iri)) { iri
  type: dgraph.type @facets(owl.inferred)
  ${edges.map((p) => `${p} @facets(owl.inferred) { iri }`).join('\n')}
  ${DATA_PROPERTIES.map((p) => `${p} @facets(owl.inferred)`).join('\n')}
} }`;

    const postOntology = async ({ turtle }: Statement, parameters = ''): Promise<any> => {
      const response = await fetch(`${url()}/ontology?profile=lenient${parameters}`, {
        method: 'POST',
        headers: { 'Content-Type': 'text/turtle' },
        body: [PROLOGUE, LISTS, turtle].join('\n'),
      });
      return response.json();
    };
    const load = async (ontology: Statement) => {
      const answer = await postOntology(ontology);
      expect(answer.errors).toBeUndefined();
      return answer;
    };
    /**
     * Returns true if the oracle can check an ontology. False if it contradicts itself, of which a lenient load warns,
     * or if a predicate takes one value, which a write then replaces, or which stored data rules out.
     */
    const isPlain = async (ontology: Statement): Promise<boolean> => {
      const isInconsistent = closureOf(ontology.axioms, [], names).contradiction;
      const answer = await postOntology(ontology, '&validate=true');
      if (answer.errors?.[0].extensions.code === 'OntologySchemaConflict') return false;
      expect(answer.errors).toBeUndefined();
      const codes = (answer.warnings as readonly { readonly code: string }[]).map(({ code }) => code);
      expect(codes.includes('inconsistent')).toBe(isInconsistent);
      return !isInconsistent && !/^[a-z]: (uid|string) /m.test(answer.compiledSchema as string);
    };
    const write = async (assert: readonly Triple[], retract: readonly Triple[]) =>
      (await post(url(), rdf(bodyOf(assert, retract)))).body;
    const stored = async () => readState((await post(url(), query(STATE))).body, edges);
    /** Retracts everything by its own statements: the remaining facts hold by axioms alone. */
    const empty = async ({ axioms }: Statement): Promise<State> => {
      const { asserted } = await stored();
      if (asserted.size > 0) expect((await write([], [...asserted].map(factOf))).errors).toBeUndefined();
      const state = { asserted: new Set<string>(), inferred: closureOf(axioms, [], names).facts };
      expect(keys(await stored())).toEqual(keys(state));
      return state;
    };

    it(
      'incremental reasoning equals reasoning from scratch, and loads apply to stored data',
      async () => {
        await assertAsyncRuns(
          fc.asyncProperty(ontologies, ontologies, writes, async (ontology, other, history) => {
            fc.pre((await isPlain(ontology)) && (await isPlain(other)));
            const { axioms } = ontology;
            await load(ontology);
            let state = await empty(ontology);
            for (const step of history) {
              const { assert, retract } = resolve(step, state);
              if (assert.length + retract.length === 0) continue;
              const after = next(axioms, state, { assert, retract }, names);
              const answer = await write(assert, retract);
              if (after) expect(answer.errors).toBeUndefined();
              else expect(answer.errors?.[0].message).toMatch(/^owl\/materializer: /);
              state = after ?? state;
              expect(keys(await stored())).toEqual(keys(state));
            }
            // The other ontology over the same data: facts that only the first entailed are retracted, facts that the
            // second entails are added.
            const closure = closureOf(other.axioms, [...state.asserted].map(factOf), names);
            const { materialization } = await load(other);
            expect(keys(await stored())).toEqual(
              keys({ asserted: state.asserted, inferred: minus(closure.facts, state.asserted) }),
            );
            expect(materialization.violationCount > 0).toBe(closure.contradiction);
          }),
          RUNS,
        );
      },
      patienceFor(600_000),
    );

    it(
      'writes that wait together have the answers and the result of a serial order',
      async () => {
        await assertAsyncRuns(
          fc.asyncProperty(ontologies, writes, writes, async (ontology, before, waiting) => {
            fc.pre(await isPlain(ontology));
            const { axioms } = ontology;
            await load(ontology);
            let state = await empty(ontology);
            for (const step of before) {
              const { assert, retract } = resolve(step, state);
              if (assert.length + retract.length === 0) continue;
              state = next(axioms, state, { assert, retract }, names) ?? state;
              await write(assert, retract);
            }
            const changes = waiting
              .slice(0, WAITING)
              .map((step) => resolve(step, state))
              .filter(({ assert, retract }) => assert.length + retract.length > 0);
            const answers = await Promise.all(changes.map(({ assert, retract }) => write(assert, retract)));
            for (const { errors } of answers) if (errors) expect(errors[0].message).toMatch(/^owl\/materializer: /);
            const result = keys(await stored());
            const left = changes.map((change, i) => ({ change, isWritten: answers[i].errors === undefined }));
            expect({ result, isSerial: isSerial(axioms, state, left, result, names) }).toEqual({
              result,
              isSerial: true,
            });
          }),
          3 * RUNS,
        );
      },
      patienceFor(600_000),
    );

    it(
      'concurrent writes leave the result of some serial order',
      async () => {
        await assertAsyncRuns(
          fc.asyncProperty(
            ontologies,
            fc.array(writes, { minLength: 4, maxLength: 4 }),
            async (ontology, concurrent) => {
              fc.pre(await isPlain(ontology));
              await load(ontology);
              await empty(ontology);
              await Promise.all(
                concurrent.map(async (history) => {
                  for (const step of history) {
                    const { assert, retract } = resolve(step, await stored());
                    if (assert.length + retract.length > 0) await write(assert, retract);
                  }
                }),
              );
              const state = await stored();
              const closure = closureOf(ontology.axioms, [...state.asserted].map(factOf), names);
              expect([...state.inferred].sort()).toEqual([...minus(closure.facts, state.asserted)].sort());
              expect(closure.contradiction).toBe(false);
            },
          ),
          Math.ceil(RUNS / 2),
        );
      },
      patienceFor(600_000),
    );
  });
});

interface Answered {
  readonly change: { readonly assert: readonly Triple[]; readonly retract: readonly Triple[] };
  readonly isWritten: boolean;
}

/** Returns true if the writes, in some order, lead from a state to the result with the answers that they had. */
function isSerial(
  axioms: Statement['axioms'],
  state: State,
  left: readonly Answered[],
  result: ReturnType<typeof keys>,
  names: typeof NAMES,
): boolean {
  if (left.length === 0) return isDeepStrictEqual(keys(state), result);
  return left.some((answered) => {
    const after = next(axioms, state, answered.change, names);
    if ((after !== undefined) !== answered.isWritten) return false;
    const others = left.filter((each) => each !== answered);
    return isSerial(axioms, after ?? state, others, result, names);
  });
}

function bodyOf(assert: readonly Triple[], retract: readonly Triple[]): string {
  const block = (name: string, facts: readonly Triple[]) =>
    facts.length === 0 ? '' : `${name} {\n${facts.map(statement).join('\n')}\n}\n`;
  return `{\n${block('set', assert)}${block('delete', retract)}}`;
}

function statement([s, p, o]: Triple): string {
  if (p === 'type') return `<${NS}${s}> <graph.type> "${o}" .`;
  return `<${NS}${s}> <${p}> ${o.startsWith('"') ? o : `<${NS}${o}>`} .`;
}

function readState(answer: any, edges: readonly string[]): State {
  const asserted = new Set<string>();
  const inferred = new Set<string>();
  for (const node of answer.data.q) {
    const subject = node.iri.slice(NS.length);
    const add = (p: string, o: string, isInferred: boolean) =>
      (isInferred ? inferred : asserted).add(factKey([subject, p, o]));
    for (const p of ['type', ...DATA_PROPERTIES]) {
      const flags = node[`${p}|owl.inferred`] ?? {};
      (node[p] ?? []).forEach((value: string, i: number) => {
        add(p, p === 'type' ? value : `"${value}"`, flags[String(i)] === true);
      });
    }
    for (const p of edges) {
      for (const end of node[p] ?? []) add(p, end.iri.slice(NS.length), end[`${p}|owl.inferred`] === true);
    }
  }
  return { asserted, inferred };
}

const keys = ({ asserted, inferred }: State) => ({ asserted: [...asserted].sort(), inferred: [...inferred].sort() });
