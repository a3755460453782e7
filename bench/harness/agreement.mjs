/**
 * Whether two closures say the same of the data. What is compared is what both sides mean to infer: the types of the
 * data's nodes in the ontology's named classes, and its properties between them. Other reasoners also list what the
 * tables of OWL 2 RL yield of every node (`x owl:sameAs x`, `x a owl:Thing`) and of the ontology itself.
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
 * terms of
 *   the ontology
 * @param {string} data a file of N-Triples: facts about its nodes count
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

/** @returns {Promise<Set<string>>} the facts in a file of N-Triples that count */
export async function factsIn(file, scope) {
  const facts = new Set();
  for await (const [s, p, o] of statements(file)) if (scope.includes(s, p, o)) facts.add(`${s} <${p}> ${o}`);
  return facts;
}

/** Subject and object as they are written, but for what is written in two ways; the predicate without brackets. */
async function* statements(file) {
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    const [, s, p, o] = STATEMENT.exec(line) ?? [];
    if (s !== undefined) yield [s, p, o.replace(XSD_STRING, '').replace(UTC, 'Z"')];
  }
}

const EXAMPLES = 5;

/** @returns how many facts both have and how many each has alone, with the first few of those */
export function compare(theirs, ours) {
  const without = (all, others) => [...all].filter((fact) => !others.has(fact));
  const onlyTheirs = without(theirs, ours);
  const onlyOurs = without(ours, theirs);
  const examples = { theirs: onlyTheirs.slice(0, EXAMPLES), ours: onlyOurs.slice(0, EXAMPLES) };
  return { both: theirs.size - onlyTheirs.length, onlyTheirs: onlyTheirs.length, onlyOurs: onlyOurs.length, examples };
}
