/** The embedded engine against Dgraph, each asked directly, over LUBM(1) as a client without an ontology writes it. */
import { engines } from '../harness/engines.mjs';
import { runPair } from '../harness/pair.mjs';
import { runProgram } from '../harness/child.mjs';
import { hasLubm, lubm } from '../harness/lubm.mjs';
import { local } from '../harness/universities.mjs';
import { alter, mutate, query } from '../harness/wire.mjs';

export const title = 'the embedded engine beside Dgraph';

export const SCHEMA = `
  iri: string @index(exact) .
  name: string @index(exact, term) .
  emailAddress: string @index(hash) .
  researchInterest: string @index(term) .
  note: string @index(exact) .
  ${['memberOf', 'takesCourse', 'teacherOf', 'advisor', 'publicationAuthor', 'subOrganizationOf', 'worksFor']
    .map((edge) => `${edge}: [uid] @reverse @count .`)
    .join('\n')}
`;
const TRIPLE = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|(".*")) \.$/;
const BATCH = 5_000;
const DEPARTMENT = 'http://www.Department0.University0.edu';
const STUDENT = `${DEPARTMENT}/GraduateStudent17`;

/** @type {Record<string, (uidOf: (iri: string) => string) => string>} */
export const QUERIES = {
  'one node by uid': (uid) => `{ q(func: uid(${uid(STUDENT)})) { name emailAddress telephone } }`,
  'one node by value': () => `{ q(func: eq(iri, "${STUDENT}")) { name emailAddress telephone } }`,
  'one hop: the courses of a student': (uid) => `{ q(func: uid(${uid(STUDENT)})) { name takesCourse { name } } }`,
  'one hop: the members of a department': (uid) => `{ q(func: uid(${uid(DEPARTMENT)})) { name ~memberOf { name } } }`,
  'three hops: members, courses, teachers': (uid) =>
    `{ q(func: uid(${uid(DEPARTMENT)})) { ~memberOf { name takesCourse { name ~teacherOf { name emailAddress } } } } }`,
  'filtered scan: those of a type with an advisor and an interest': () =>
    '{ q(func: type(FullProfessor)) @filter(anyofterms(researchInterest, "Research3 Research7") AND ' +
    'has(worksFor)) { iri name } }',
  'term search': () => `{ q(func: anyofterms(name, "Course12 Lecturer3")) { iri name } }`,
  'sorted page': () =>
    `{ q(func: type(GraduateStudent), orderasc: name, orderasc: iri, first: 20, offset: 200) { iri name } }`,
  'count of a type': () => `{ q(func: type(UndergraduateStudent)) { count(uid) } }`,
  'counts at edges': (uid) => `{ q(func: uid(${uid(DEPARTMENT)})) { count(~memberOf) count(~worksFor) } }`,
  'group by': () => `{ q(func: type(GraduateStudent)) @groupby(takesCourse) { total: count(uid) } }`,
};

export async function run({ rounds, seconds, tell }) {
  const [embedded, dgraph] = engines('all');
  if (!dgraph || !hasLubm()) {
    tell('nothing to measure: it needs a Dgraph, and data/lubm in the shared folder');
    return { pairs: [] };
  }
  const sides = [await dgraph.start(), await embedded.start()];
  try {
    const uids = [];
    for (const side of sides) {
      tell(`writing LUBM(1) to ${side.name}`);
      uids.push(await fill(side.url));
    }
    const pairs = [];
    const measure = async (name, requestsOf, path, type) => {
      for (const clients of [1, 8]) {
        const paired = sides.map(({ name: label, url }, i) => ({
          label,
          sample: () =>
            runProgram('load.mjs', {
              ...{ url, path, type, requests: requestsOf(i), clients },
              ...{ warmSeconds: seconds / 3, seconds },
            }),
        }));
        const of = `${name}, ${clients === 1 ? '1 client' : `${clients} clients`}`;
        pairs.push(await runPair({ name: of, unit: 'answers/s', sides: paired, rounds, tell }));
      }
    };
    for (const [name, textOf] of Object.entries(QUERIES)) {
      const texts = uids.map((known) => textOf((iri) => known.get(iri)));
      await expectSame(sides, texts);
      await measure(name, (i) => ({ kind: 'query', text: texts[i] }), '/query', 'application/dql');
    }
    for (const facts of [1, 100, 10_000]) {
      const name = `commit of ${facts.toLocaleString('en')} ${facts === 1 ? 'fact' : 'facts'}`;
      await measure(name, () => ({ kind: 'facts', facts }), '/mutate?commitNow=true', 'application/rdf');
    }
    return { pairs };
  } finally {
    for (const side of sides) await side.stop();
  }
}

/** @returns {Promise<Map<string, string>>} IRI → uid */
async function fill(url) {
  await alter(url, { drop_all: true });
  await alter(url, SCHEMA);
  const uids = new Map();
  const lines = lubm(1);
  for (let from = 0; from < lines.length; from += BATCH) {
    const labels = new Map();
    const rdf = [];
    const node = (iri) => {
      const uid = uids.get(iri);
      if (uid !== undefined) return `<${uid}>`;
      let label = labels.get(iri);
      if (label === undefined) {
        label = `n${labels.size}`;
        labels.set(iri, label);
        rdf.push(`_:${label} <iri> ${JSON.stringify(iri)} .`);
      }
      return `_:${label}`;
    };
    for (const line of lines.slice(from, from + BATCH)) {
      const [, subject, predicate, object, literal] = TRIPLE.exec(line) ?? [];
      if (subject === undefined) continue;
      const name = local(predicate);
      if (name === 'type') rdf.push(`${node(subject)} <dgraph.type> "${local(object)}" .`);
      else rdf.push(`${node(subject)} <${name}> ${literal ?? node(object)} .`);
    }
    const { data } = await mutate(url, rdf.join('\n'));
    for (const [iri, label] of labels) uids.set(iri, data.uids[label]);
  }
  return uids;
}

/** Compares without uids and order: the engines assign different uids, and uids decide the default order. */
async function expectSame(sides, texts) {
  const [a, b] = await Promise.all(sides.map(({ url }, i) => query(url, texts[i]).then(({ data }) => canonical(data))));
  if (a.length < 12 || a !== b)
    throw new Error(`different answers: ${texts[0]}\n${a.slice(0, 500)}\n${b.slice(0, 500)}`);
}

const canonical = (value) =>
  Array.isArray(value)
    ? `[${value.map(canonical).sort().join()}]`
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value)
          .map(([key, each]) => `${key}:${canonical(each)}`)
          .sort()
          .join()}}`
      : /^0x[\da-f]+$/.test(value)
        ? 'a uid'
        : JSON.stringify(value);
