/** Requests of clients by kind: functions from the number of a request to its body. */
import { jobInferred, jobStated, personInferred, personStated } from './world.mjs';

const kinds = {
  /** The same text each time. */
  query:
    ({ text }) =>
    () =>
      text,

  /** New people of one new organization; with `expanded`, all inferred facts as well. */
  people:
    ({ people, expanded }) =>
    (number) => {
      const lines = [`_:o <name> "Organization ${number}" .`];
      for (let i = 0; i < people; i++) {
        const subject = `_:p${i}`;
        lines.push(...personStated(subject, `Person ${number}-${i}`), ...jobStated(subject, '_:o'));
        if (expanded) lines.push(...personInferred(subject), ...jobInferred(subject, '_:o'));
      }
      return set([...new Set(lines)]);
    },

  /** A job for a stored person at a stored organization, from `offset` on. */
  job:
    ({ people, organizations, offset, expanded }) =>
    (number) => {
      const at = offset + number;
      const person = `<${people[at % people.length]}>`;
      // After each round the next organization, so that every edge is new.
      const organization = `<${organizations[(at + Math.floor(at / people.length)) % organizations.length]}>`;
      const inferred = expanded ? jobInferred(person, organization) : [];
      return set([...jobStated(person, organization), ...inferred]);
    },

  /** New nodes that no ontology concerns. */
  notes:
    ({ nodes }) =>
    (number) =>
      set(
        Array.from({ length: nodes }, (_, i) => [
          `_:n${i} <note> "note ${number}-${i}" .`,
          `_:n${i} <weight> "${i}" .`,
        ]).flat(),
      ),

  /** A new person, in JSON. */
  person: () => (number) =>
    JSON.stringify({ set: [{ 'dgraph.type': 'SeniorEngineer', name: `Person new ${number}` }] }),

  /** The same as a GraphQL mutation with a payload. */
  addPerson: () => (number) =>
    JSON.stringify({
      query: `mutation ($name: String!) { addSeniorEngineer(input: [{ name: $name }]) { seniorEngineer { id name } } }`,
      variables: { name: `Person new ${number}` },
    }),

  /** New nodes with one indexed value each. */
  facts:
    ({ facts }) =>
    (number) =>
      set(Array.from({ length: facts }, (_, i) => `_:n${i} <note> "note ${number}-${i}" .`)),
};

const set = (lines) => `{ set {\n${lines.join('\n')}\n} }`;

/** @param {{kind: keyof typeof kinds}} options */
export const makeRequests = (options) => kinds[options.kind](options);
