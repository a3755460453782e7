/**
 * Comparison of two closures by the facts that both sides infer: types of the data's nodes in named classes of the
 * ontology, and the ontology's properties between them. Other reasoners also list facts that hold of every node
 * (`x owl:sameAs x`, `x a owl:Thing`) and facts about the ontology; these are ignored.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { RDF_TYPE } from './rules.mjs';

const STATEMENT = /^(<[^>]*>|_:\S+)\s+<([^>]*)>\s+(.*?)\s*\.\s*$/;
const OWL = 'http://www.w3.org/2002/07/owl#';
const TOP_AND_BOTTOM = new Set([`${OWL}Thing`, `${OWL}Nothing`]);
const XSD_STRING = /\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#string>$/;
const UTC = /\+00:00"(?=\^\^)/;

/**
 * @param {{classes: ReadonlySet<string>, objectProperties: ReadonlySet<string>, dataProperties: ReadonlySet<string>}}
 *   terms of the ontology
 * @param {string} data file of N-Triples; facts about its nodes are compared
 * @returns {Promise<{includes(s: string, p: string, o: string): boolean}>}
 */
export async function scopeOf({ classes, objectProperties, dataProperties }, data) {
  const nodes = new Set();
  for await (const [s, p, o] of statements(data)) {
    nodes.add(s);
    if (p !== RDF_TYPE && o.startsWith('<')) nodes.add(o);
  }
  return {
    includes: (s, p, o) =>
      nodes.has(s) &&
      (p === RDF_TYPE
        ? classes.has(o.slice(1, -1)) && !TOP_AND_BOTTOM.has(o.slice(1, -1))
        : objectProperties.has(p) || dataProperties.has(p)),
  };
}

/** @returns {Promise<Set<string>>} compared facts in a file of N-Triples */
export async function factsIn(file, scope) {
  const facts = new Set();
  for await (const [s, p, o] of statements(file)) if (scope.includes(s, p, o)) facts.add(`${s} <${p}> ${o}`);
  return facts;
}

/** Subject and object in one spelling each; the predicate without brackets. */
async function* statements(file) {
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    const [, s, p, o] = STATEMENT.exec(line) ?? [];
    if (s !== undefined) yield [s, p, o.replace(XSD_STRING, '').replace(UTC, 'Z"')];
  }
}

const EXAMPLES = 5;

/** @returns the numbers of shared facts and of facts of one side alone, with the first few of these */
export function compare(theirs, ours) {
  const without = (all, others) => [...all].filter((fact) => !others.has(fact));
  const onlyTheirs = without(theirs, ours);
  const onlyOurs = without(ours, theirs);
  const examples = { theirs: onlyTheirs.slice(0, EXAMPLES), ours: onlyOurs.slice(0, EXAMPLES) };
  return { both: theirs.size - onlyTheirs.length, onlyTheirs: onlyTheirs.length, onlyOurs: onlyOurs.length, examples };
}
