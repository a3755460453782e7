/**
 * Values that a load leaves out because their predicate takes one: the load, a reload of the same document and
 * GET /ontology/violations report the same.
 */
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, query, type Answer } from '../../support/engines/wire';

const PREFIXES = `@prefix : <http://x/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`;

type Kind = 'data' | 'functional data' | 'object' | 'functional object' | 'max 1' | 'language';
const KINDS: readonly Kind[] = ['data', 'functional data', 'object', 'functional object', 'max 1', 'language'];

/** Individual with values of subproperties of one property. */
interface Case {
  readonly kind: Kind;
  /** Number of the case; part of all names. */
  readonly number: number;
  /** Values of the subproperties p1, p2, …: `a`, `a@en`. */
  readonly values: readonly string[];
  /** Values of the superproperty itself. */
  readonly own: readonly string[];
  /** True for a further property above the superproperty. */
  readonly isDeep: boolean;
}

const isObject = ({ kind }: Case): boolean => ['object', 'functional object', 'max 1'].includes(kind);

function termOf(each: Case, value: string): string {
  if (isObject(each)) return `:n_${value}`;
  const [text, lang] = value.split('@');
  return `"${text}"${lang === undefined ? '' : `@${lang}`}`;
}

function documentOf(each: Case): string {
  const { kind, number: n, values, own, isDeep } = each;
  const type = isObject(each) ? 'owl:ObjectProperty' : 'owl:DatatypeProperty';
  const above = isDeep ? [`P${n}`, `Q${n}`] : [`P${n}`];
  const isFunctional = kind.startsWith('functional');
  const single = kind === 'object' ? ' ; <https://owlgate.dev/ns#list> false' : '';
  const lines = above.map((name) => `:${name} a ${type}${isFunctional ? ' , owl:FunctionalProperty' : ''}${single} .`);
  if (isDeep) lines.push(`:P${n} rdfs:subPropertyOf :Q${n} .`);
  if (kind === 'max 1') {
    lines.push(`:C${n} a owl:Class . :i${n} a :C${n} .`);
    const maximum = (name: string) => `[ a owl:Restriction ; owl:onProperty :${name} ; owl:maxCardinality 1 ]`;
    lines.push(...above.map((name) => `:C${n} rdfs:subClassOf ${maximum(name)} .`));
  }
  values.forEach((_, i) => lines.push(`:p${i}_${n} a ${type} ; rdfs:subPropertyOf :P${n} .`));
  own.forEach((value) => lines.push(`:i${n} :P${n} ${termOf(each, value)} .`));
  values.forEach((value, i) => lines.push(`:i${n} :p${i}_${n} ${termOf(each, value)} .`));
  return lines.join('\n');
}

/** Number of values that are left out, if each place keeps one. */
function leftOut({ values, own }: Case): number {
  const distinct = [...new Set([...values, ...own])];
  return distinct.length - new Set(distinct.map((value) => value.split('@')[1])).size;
}

/** Generates a case of each number of subproperties from 2 to 6. */
function casesOf(kind: Kind, from: number): Case[] {
  let state = from + 7;
  const next = (n: number): number => {
    state = (state * 48271) % 2147483647;
    return state % n;
  };
  return [2, 3, 4, 5, 6].map((count): Case => {
    const values = Array.from({ length: count }, (_, i) => 'abcdef'[next(3) > 0 ? i : next(count)]!);
    const tag = kind === 'language' ? () => ['@en', '@de'][next(2)]! : () => '';
    const own = ['y', 'z'].slice(0, next(3)).map((value) => value + tag());
    return { kind, number: from + count, values: values.map((value) => value + tag()), own, isDeep: next(2) > 0 };
  });
}

underGateway((testbed) => {
  const listed = async (): Promise<Answer[]> => {
    const response = await fetch(`${testbed.url}/ontology/violations?first=1000`);
    return ((await response.json()) as Answer).violations;
  };
  const messagesOf = (violations: readonly Answer[]): string[] => violations.map(({ message }) => message).sort();

  beforeEach(() => testbed.engine.reset());

  it('each value that is left out is reported with its proof', async () => {
    const each: Case = { kind: 'data', number: 0, values: ['a', 'b', 'c', 'd'], own: [], isDeep: false };
    const document = PREFIXES + documentOf(each);
    const { materialization: first } = await loadOntology(testbed.url, document, '?profile=lenient');
    const { data } = await ask(testbed.engine.url, query('{ q(func: has(P0)) { P0 } }'));
    const { materialization: second } = await loadOntology(testbed.url, document, '?profile=lenient');
    const violations = await listed();
    expect([first.violationCount, second.violationCount, violations.length]).toEqual([3, 3, 3]);
    expect(violations.map(({ facts }) => facts[1].object).sort()).toEqual(
      each.values.filter((value) => value !== data.q[0].P0).map((value) => `"${value}"`),
    );
    for (const { explanation } of violations) expect(explanation.premises).toHaveLength(2);
  });

  it.each(KINDS)('%s: the load, the reload and the list report the same', async (kind) => {
    const cases = casesOf(kind, KINDS.indexOf(kind) * 10);
    const document = PREFIXES + cases.map(documentOf).join('\n');
    const preview = await postOntology(testbed.url, document, '?profile=lenient&validate=true');
    const { materialization: first } = await loadOntology(testbed.url, document, '?profile=lenient');
    const { materialization: second } = await loadOntology(testbed.url, document, '?profile=lenient');
    const messages = messagesOf(await listed());
    expect(messagesOf(first.violations)).toEqual(messages);
    expect(messagesOf(second.violations)).toEqual(messages);
    expect(preview.body.materialization.violationCount).toBe(messages.length);
    if (kind === 'max 1') return;
    const counts = cases.map(({ number }) => messages.filter((message) => message.includes(`"P${number}"`)).length);
    expect([cases, counts]).toEqual([cases, cases.map(leftOut)]);
  });
});
