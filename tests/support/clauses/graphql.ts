/** Clauses of GraphQL, over the API generated from the ontology. */
import type { Clauses, ClauseRequest } from './index';
import { repeat } from './repeat';

const post = (body: unknown): ClauseRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const persons = (selection: string, args = ''): string => `{ queryPerson${args} { ${selection} } }`;
const filter = (text: string): string => persons('id', `(filter: ${text})`);

const TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  fields: (n) => persons(repeat(n, () => 'title')),
  aliases: (n) => persons(repeat(n, (i) => `a${i}: title`)),
  'aliases of roots': (n) => `{ ${repeat(n, (i) => `a${i}: queryPerson { id }`)} }`,
  roots: (n) => `{ ${repeat(n, () => 'queryPerson { id }')} }`,
  'unknown fields': (n) => persons(repeat(n, (i) => `titel${i}`)),
  'nested fields': (n) => persons(repeat(n, () => 'friend { id }')),
  'nested fields that differ': (n) => persons(repeat(n, (i) => `friend(first: ${i}) { id }`)),
  directives: (n) => persons(`title ${repeat(n, () => '@include(if: true)')}`),
  'directives of a list': (n) => `query @cascade ${repeat(n, () => '@cascade')} ${persons('title')}`,
  'unknown directives': (n) => persons(`title ${repeat(n, (i) => `@a${i}`)}`),
  'arguments of a directive': (n) => persons(`title @include(${repeat(n, () => 'if: true', ', ')})`),
  'fields of cascade': (n) => `{ queryPerson @cascade(fields: [${repeat(n, () => '"title"', ', ')}]) { title } }`,
  arguments: (n) => persons('id', `(${repeat(n, () => 'first: 1', ', ')})`),
  'unknown arguments': (n) => persons('id', `(${repeat(n, (i) => `firs${i}: 1`, ', ')})`),
  variables: (n) => `query q(${repeat(n, (i) => `$a${i}: Int`, ', ')}) ${persons('id')}`,
  'variables of one name': (n) => `query q(${repeat(n, () => '$a: Int', ', ')}) ${persons('id')}`,
  'variables of unknown types': (n) => `query q(${repeat(n, (i) => `$a${i}: Perso${i}`, ', ')}) ${persons('id')}`,
  'undeclared variables': (n) => persons(repeat(n, (i) => `title @include(if: $a${i})`)),
  'variables used': (n) => {
    const names = repeat(n / 2, (i) => `$a${i}`, ' ').split(' ');
    return (
      `query q(${names.map((name) => `${name}: Boolean = true`).join(', ')}) ` +
      persons(names.map((name) => `title @include(if: ${name})`).join(' '))
    );
  },
  'directives of variables': (n) => `query q($a: Int ${repeat(n, () => '@x')}) ${persons('id')}`,
  fragments: (n) => `${persons('...f0')} ${repeat(n, (i) => `fragment f${i} on Person { title }`)}`,
  'fragments in fragments': (n) =>
    `${persons('...f0')} ${repeat(n, (i) => `fragment f${i} on Person { ...f${i + 1} }`)}`,
  'fragments of one name': (n) => `${persons('...f')} ${repeat(n, () => 'fragment f on Person { title }')}`,
  'fragments in a ring': (n) => {
    const fragments = repeat(n, (i) => `fragment f${i} on Person { ...f${i + 1} }`, '\n').split('\n');
    return `${persons('...f0')} ${fragments.join(' ')} fragment f${fragments.length} on Person { ...f0 }`;
  },
  spreads: (n) => `${persons(repeat(n, () => '...f'))} fragment f on Person { title }`,
  'spreads of fragments': (n) => {
    const fragments = repeat(n / 2, (i) => `fragment f${i} on Person { title }`, '\n').split('\n');
    return `${persons(fragments.map((_, i) => `...f${i}`).join(' '))} ${fragments.join(' ')}`;
  },
  'unknown fragments': (n) => persons(repeat(n, (i) => `...f${i}`)),
  'inline fragments': (n) => persons(repeat(n, () => '... on Person { title }')),
  'inline fragments of unknown types': (n) => persons(repeat(n, (i) => `... on Perso${i} { title }`)),
  'directives of fragments': (n) => `${persons('...f')} fragment f on Person ${repeat(n, () => '@x')} { title }`,
  or: (n) => filter(`{ or: [${repeat(n, (i) => `{ title: { eq: "node ${i}" } }`, ', ')}] }`),
  and: (n) => filter(`{ and: [${repeat(n, (i) => `{ title: { eq: "node ${i}" } }`, ', ')}] }`),
  in: (n) => filter(`{ title: { in: [${repeat(n, (i) => `"node ${i}"`, ', ')}] } }`),
  ids: (n) => filter(`{ id: [${repeat(n, (i) => `"0x${(i + 1).toString(16)}"`, ', ')}] }`),
  has: (n) => filter(`{ has: [${repeat(n, () => 'title', ', ')}] }`),
  'unknown members of a filter': (n) => filter(`{ ${repeat(n, (i) => `titel${i}: { eq: "x" }`, ', ')} }`),
  'members of a filter': (n) => filter(`{ ${repeat(n, () => 'title: { eq: "x" }', ', ')} }`),
  not: (n) => filter(`${'{ not: '.repeat(n / 8)}{}${'}'.repeat(n / 8)}`),
  regexp: (n) => filter(`{ title: { regexp: "/${repeat(n, () => '(abc|xyz)', '')}/" } }`),
  terms: (n) => filter(`{ title: { anyofterms: "${repeat(n, (i) => `term${i}`)}" } }`),
  string: (n) => filter(`{ title: { eq: "${'x'.repeat(n)}" } }`),
  'block string': (n) => filter(`{ title: { eq: """${repeat(n, (i) => `line ${i}\n`, '')}""" } }`),
  'escapes of a string': (n) => filter(`{ title: { eq: "${'\\u0041'.repeat(n / 6)}" } }`),
  'list of lists': (n) => filter(`{ or: ${'['.repeat(n / 2)}${']'.repeat(n / 2)} }`),
  number: (n) => filter(`{ age: { eq: ${'9'.repeat(n)} } }`),
  order: (n) => persons('id', `(order: ${'{ asc: title, then: '.repeat(n / 22)}{}${'}'.repeat(n / 22)})`),
  operations: (n) => repeat(n, (i) => `query q${i} ${persons('id')}`),
  'operations of one name': (n) => repeat(n, () => `query q ${persons('id')}`),
  'operations without a name': (n) => repeat(n, () => persons('id')),
  comments: (n) => persons(repeat(n, () => '# x\n title\n', '')),
  commas: (n) => persons(`title${','.repeat(n)}`),
  lines: (n) => persons(`title${'\n'.repeat(n)}`),
  name: (n) => persons('x'.repeat(n)),
  'open braces': (n) => '{'.repeat(n),
  'types of the introspection': (n) => `{ ${repeat(n, (i) => `a${i}: __type(name: "Person") { name }`)} }`,
  introspections: (n) => `{ ${repeat(n, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`,
  'fields of the introspection': (n) => `{ __schema { types { fields { ${repeat(n, () => 'name')} } } } }`,
  aggregates: (n) => `{ aggregatePerson { ${repeat(n, () => 'count')} } }`,
  __typename: (n) => persons(repeat(n, () => '__typename')),
  'not a document': (n) => '"x" '.repeat(n / 4),
  'definitions of types': (n) => repeat(n, (i) => `type A${i} { id: ID }`),
};

const names = (n: number): string[] => repeat(n, (i) => `a${i}`, ' ').split(' ');
const FILTER = 'query q($f: PersonFilter) { queryPerson(filter: $f) { id } }';

export const GRAPHQL_CLAUSES: Clauses = {
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([title, text]) => [
      `GraphQL: ${title}`,
      (bytes: number) => post({ query: text(bytes), ...(title === 'operations' && { operationName: 'q0' }) }),
    ]),
  ),
  'GraphQL: values of variables': (n) =>
    post({ query: persons('id'), variables: Object.fromEntries(names(n).map((name) => [name, 1])) }),
  'GraphQL: members of a variable': (n) =>
    post({ query: FILTER, variables: { f: Object.fromEntries(names(n).map((name) => [name, 1])) } }),
  'GraphQL: items of a variable': (n) =>
    post({ query: FILTER, variables: { f: { or: names(n).map((name) => ({ title: { eq: name } })) } } }),
  'GraphQL: values of in': (n) => post({ query: FILTER, variables: { f: { title: { in: names(n) } } } }),
  'GraphQL: ids of a variable': (n) =>
    post({ query: FILTER, variables: { f: { id: names(n).map((_, i) => `0x${(i + 1).toString(16)}`) } } }),
  'GraphQL: levels of a variable': (n) => {
    const levels = Math.floor(n / 10);
    return {
      ...post({}),
      body: `{"query":${JSON.stringify(FILTER)},"variables":{"f":${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}}}`,
    };
  },
  'GraphQL: extensions': (n) =>
    post({ query: persons('id'), extensions: Object.fromEntries(names(n).map((name) => [name, 1])) }),
  'GraphQL: application/graphql': (n) => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'Content-Type': 'application/graphql' },
    body: persons(repeat(n, () => 'title @include(if: true)')),
  }),
};
