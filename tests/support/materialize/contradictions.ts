/**
 * One contradiction of each kind, over unique names and values: statements of a request (`w`) contradict stored facts
 * under predicates that some clients may not read.
 */

/** Statement of a request, between nodes of the kind; new nodes are `_:n`. */
export interface RequestedStatement {
  readonly node: string;
  readonly predicate: string;
  readonly object: { readonly node: string } | { readonly value: string };
}

export interface ContradictionKind {
  readonly name: string;
  /** Code of the error for clients that may read everything. */
  readonly code: string;
  readonly axioms: string;
  /** N-Quads over `_:x`, `_:y` …; every node is an N. */
  readonly stored: string;
  readonly request: readonly RequestedStatement[];
  /** Dgraph names of the predicates that a client must be able to read to get the message. */
  readonly speaksOf: readonly string[];
  /** Texts hidden from other clients: names and values beyond those of the request. */
  readonly markers: readonly string[];
  /** Suffix of the names of this kind, and of its nodes' IRIs. */
  readonly suffix: string;
  /** False if GraphQL has no field for the statements. */
  readonly inGraphql: boolean;
}

export const EX = 'http://example.org/contradictions#';
const TYPE = 'dgraph.type';
const HUB = 130;
const MANY = 80;

/** Names of one kind: a letter, the number of the kind, and a unique suffix. */
class Words {
  readonly words: string[] = [];
  readonly suffix: string;

  constructor(number: number, salt: string) {
    this.suffix = `${String(number).padStart(2, '0')}${salt}`;
  }

  word(letter: string): string {
    const word = `${letter}${this.suffix}`;
    if (!this.words.includes(word)) this.words.push(word);
    return word;
  }
}

type Draft = Omit<ContradictionKind, 'name' | 'markers' | 'suffix' | 'inGraphql'> & { readonly inGraphql?: boolean };

const object = (name: string, ...more: string[]): string =>
  `:${name} a owl:ObjectProperty ; rdfs:domain :N ; rdfs:range :N . ${more.join(' ')}`;
const text = (name: string, ...more: string[]): string =>
  `:${name} a owl:DatatypeProperty ; rdfs:domain :N ; rdfs:range xsd:string . ${more.join(' ')}`;
const has = (property: string, value: string): string =>
  `[ a owl:Restriction ; owl:onProperty :${property} ; owl:hasValue ${value} ]`;
const edge = (predicate: string, to: string, node = 'x'): RequestedStatement => ({
  node,
  predicate,
  object: { node: to },
});
const value = (predicate: string, literal: string): RequestedStatement => ({
  node: 'x',
  predicate,
  object: { value: literal },
});

const KINDS: Readonly<Record<string, (w: string, words: Words) => Draft>> = {
  'disjoint classes': (w, words) => {
    const [h, a, b, secret] = ['h', 'A', 'B', 's'].map((letter) => words.word(letter));
    return {
      code: 'DisjointnessViolation',
      axioms: `${text(w)} ${text(h!)} :${a} a owl:Class . :${b} a owl:Class ; owl:disjointWith :${a} .
        ${has(h!, `"${secret}"`)} rdfs:subClassOf :${a} . ${has(w, '"trigger"')} rdfs:subClassOf :${b} .`,
      stored: `_:x <${h}> "${secret}" .`,
      request: [value(w, 'trigger')],
      speaksOf: [w, TYPE],
    };
  },
  'all disjoint classes': (w, words) => {
    const [a, b, c] = ['A', 'B', 'C'].map((letter) => words.word(letter));
    return {
      code: 'DisjointnessViolation',
      axioms: `${text(w)} :${a} a owl:Class . :${b} a owl:Class . :${c} a owl:Class .
        [] a owl:AllDisjointClasses ; owl:members ( :${a} :${b} :${c} ) .
        ${has(w, '"trigger"')} rdfs:subClassOf :${b} .`,
      stored: `_:x <dgraph.type> "${a}" .`,
      request: [value(w, 'trigger')],
      speaksOf: [w, TYPE],
    };
  },
  'owl:Nothing': (w, words) => {
    const a = words.word('A');
    return {
      code: 'NothingViolation',
      axioms: `${text(w)} :${a} a owl:Class .
        [ a owl:Class ; owl:intersectionOf ( :${a} ${has(w, '"trigger"')} ) ] rdfs:subClassOf owl:Nothing .`,
      stored: `_:x <dgraph.type> "${a}" .`,
      request: [value(w, 'trigger')],
      speaksOf: [w, TYPE],
    };
  },
  'functional data property': (w, words) => {
    const [h, f, secret] = ['h', 'f', 's'].map((letter) => words.word(letter));
    return {
      code: 'FunctionalViolation',
      axioms: `${text(f!, `:${f} a owl:FunctionalProperty .`)} ${text(h!, `:${h} rdfs:subPropertyOf :${f} .`)}
        ${text(w, `:${w} rdfs:subPropertyOf :${f} .`)}`,
      stored: `_:x <${h}> "${secret}" .`,
      request: [value(w, 'other')],
      speaksOf: [w, f!],
    };
  },
  'single value': (w, words) => {
    const [h, f, secret] = ['h', 'f', 's'].map((letter) => words.word(letter));
    return {
      code: 'SingleValueViolation',
      axioms:
        `${text(f!)} ${text(h!, `:${h} rdfs:subPropertyOf :${f} .`)} ` + text(w, `:${w} rdfs:subPropertyOf :${f} .`),
      stored: `_:x <${h}> "${secret}" .`,
      request: [value(w, 'other')],
      speaksOf: [w, f!],
    };
  },
  'two values in one request': (w) => ({
    code: 'SingleValueViolation',
    axioms: text(w),
    stored: `_:x <${w}> "old" .`,
    request: [value(w, 'one'), value(w, 'two')],
    speaksOf: [w],
    inGraphql: false,
  }),
  'functional object property': (w, words) => {
    const [h, f] = ['h', 'f'].map((letter) => words.word(letter));
    return {
      code: 'FunctionalViolation',
      axioms: `${object(f!, `:${f} a owl:FunctionalProperty .`)} ${object(h!, `:${h} rdfs:subPropertyOf :${f} .`)}
        ${object(w, `:${w} rdfs:subPropertyOf :${f} .`)}`,
      stored: `_:x <${h}> _:y .`,
      request: [edge(w, 'z')],
      speaksOf: [w, f!],
    };
  },
  'maximum cardinality': (w, words) => {
    const [p, c] = ['p', 'C'].map((letter) => words.word(letter));
    return {
      code: 'MaximumCardinalityViolation',
      axioms: `${object(p!)} ${object(w, `:${w} rdfs:subPropertyOf :${p} .`)} :${c} a owl:Class ; rdfs:subClassOf
        [ a owl:Restriction ; owl:onProperty :${p} ; owl:maxCardinality "1"^^xsd:nonNegativeInteger ] .`,
      stored: `_:x <dgraph.type> "${c}" .\n_:x <${p}> _:y .`,
      request: [edge(w, 'z')],
      speaksOf: [w, p!, TYPE],
    };
  },
  'qualified maximum cardinality': (w, words) => {
    const [p, c, e] = ['p', 'C', 'E'].map((letter) => words.word(letter));
    return {
      code: 'MaximumCardinalityViolation',
      axioms: `${object(p!)} ${object(w, `:${w} rdfs:subPropertyOf :${p} .`)} :${e} a owl:Class . :${c} a owl:Class ;
        rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :${p} ; owl:onClass :${e} ;
          owl:maxQualifiedCardinality "0"^^xsd:nonNegativeInteger ] .`,
      stored: `_:x <dgraph.type> "${c}" .\n_:z <dgraph.type> "${e}" .`,
      request: [edge(w, 'z')],
      speaksOf: [w, p!, TYPE],
    };
  },
  key: (w, words) => {
    const c = words.word('C');
    return {
      code: 'KeyViolation',
      axioms: `${text(w)} :${c} a owl:Class ; owl:hasKey ( :${w} ) .`,
      stored: `_:x <dgraph.type> "${c}" .\n_:y <dgraph.type> "${c}" .\n_:y <${w}> "same" .`,
      request: [value(w, 'same')],
      speaksOf: [w, TYPE],
    };
  },
  'inverse functional property': (w) => ({
    code: 'InverseFunctionalViolation',
    axioms: object(w, `:${w} a owl:InverseFunctionalProperty .`),
    stored: `_:y <${w}> _:z .`,
    request: [edge(w, 'z')],
    speaksOf: [w],
  }),
  'asymmetric property': (w) => ({
    code: 'AsymmetricViolation',
    axioms: object(w, `:${w} a owl:AsymmetricProperty .`),
    stored: `_:y <${w}> _:x .`,
    request: [edge(w, 'y')],
    speaksOf: [w],
  }),
  'irreflexive property': (w, words) => {
    const [h, i] = ['h', 'i'].map((letter) => words.word(letter));
    return {
      code: 'IrreflexiveViolation',
      axioms: `${object(i!, `:${i} a owl:IrreflexiveProperty ; owl:propertyChainAxiom ( :${w} :${h} ) .`)} ${object(h!)}
        ${object(w)}`,
      stored: `_:y <${h}> _:x .`,
      request: [edge(w, 'y')],
      speaksOf: [w, h!, i!],
    };
  },
  'disjoint properties': (w, words) => {
    const h = words.word('h');
    return {
      code: 'DisjointPropertiesViolation',
      axioms: `${object(h)} ${object(w, `:${w} owl:propertyDisjointWith :${h} .`)}`,
      stored: `_:x <${h}> _:y .`,
      request: [edge(w, 'y')],
      speaksOf: [w, h],
    };
  },
  'negative assertion': (w, words) => {
    const secret = words.word('s');
    return {
      code: 'NegativeAssertionViolation',
      axioms: `${text(w)} :${words.word('a')} a owl:NamedIndividual , :N .
        [] a owl:NegativePropertyAssertion ; owl:sourceIndividual :${words.word('a')} ; owl:assertionProperty :${w} ;
          owl:targetValue "${secret}" .`,
      stored: '',
      request: [{ node: words.word('a'), predicate: w, object: { value: secret } }],
      speaksOf: [w, 'iri'],
    };
  },
  'data range': (w, words) => {
    const c = words.word('C');
    return {
      code: 'DataRangeViolation',
      axioms: `${text(w)} :${c} a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :${w} ;
        owl:allValuesFrom [ a rdfs:Datatype ; owl:oneOf ( "${words.word('s')}" ) ] ] .`,
      stored: `_:x <dgraph.type> "${c}" .`,
      request: [value(w, 'blue')],
      speaksOf: [w, TYPE],
    };
  },
  identity: (_, words) => {
    const iri = `${EX}${words.word('t')}`;
    return {
      code: 'IdentityViolation',
      axioms: '',
      stored: `_:y <iri> "${iri}" .`,
      request: [value('iri', iri)],
      speaksOf: ['iri'],
      inGraphql: false,
    };
  },
  overflow: (w, words) => {
    const [h, q] = ['h', 'q'].map((letter) => words.word(letter));
    const leaves = Array.from({ length: HUB }, (_, i) => `_:x <${h}> _:y${i} .`);
    return {
      code: 'InferenceOverflow',
      axioms: `${object(h!)} ${object(w)} ${object(q!, `:${q} owl:propertyChainAxiom ( :${w} :${h} ) .`)}`,
      stored: leaves.join('\n'),
      request: Array.from({ length: MANY }, (_, i) => edge(w, 'x', `_:n${i}`)),
      speaksOf: [w, h!, q!, TYPE],
    };
  },
};

/** Kinds under inferred equality of individuals: each of two equal nodes has the facts of both. */
const EQUALITY_KINDS: typeof KINDS = {
  'difference, by a functional property': (w, words) => {
    const [h, f, a, b] = ['h', 'f', 'a', 'b'].map((letter) => words.word(letter));
    return {
      code: 'DifferenceViolation',
      axioms: `${object(f!, `:${f} a owl:FunctionalProperty .`)} ${object(h!, `:${h} rdfs:subPropertyOf :${f} .`)}
        ${object(w, `:${w} rdfs:subPropertyOf :${f} .`)} :${a} a owl:NamedIndividual , :N ; owl:differentFrom :${b} .
        :${b} a owl:NamedIndividual , :N . :${words.word('c')} a owl:NamedIndividual , :N ; :${h} :${a} .`,
      stored: '',
      request: [{ node: words.word('c'), predicate: w, object: { node: b! } }],
      speaksOf: [w, f!, 'sameAs', 'differentFrom'],
    };
  },
  'disjoint classes, by a key': (w, words) => {
    const [c, a, b] = ['C', 'A', 'B'].map((letter) => words.word(letter));
    return {
      code: 'DisjointnessViolation',
      axioms:
        `${text(w)} :${c} a owl:Class ; owl:hasKey ( :${w} ) . :${a} a owl:Class . :${b} a owl:Class ; ` +
        `owl:disjointWith :${a} .`,
      stored:
        ['C', 'A'].map((letter) => `_:y <dgraph.type> "${words.word(letter)}" .`).join('\n') +
        `\n_:y <${w}> "same" .\n_:x <dgraph.type> "${c}" .\n_:x <dgraph.type> "${b}" .`,
      request: [value(w, 'same')],
      speaksOf: [w, 'dgraph.type', 'sameAs'],
    };
  },
  'asymmetric property, by an inverse functional one': (w, words) => {
    const h = words.word('h');
    return {
      code: 'AsymmetricViolation',
      axioms:
        `${object(w, `:${w} a owl:InverseFunctionalProperty .`)} ` + object(h, `:${h} a owl:AsymmetricProperty .`),
      stored: `_:y <${w}> _:z .\n_:y <${h}> _:v .\n_:v <${h}> _:x .`,
      request: [edge(w, 'z')],
      speaksOf: [w, h, 'sameAs'],
    };
  },
  'a key, nothing else of which can be read': (w, words) => {
    const c = words.word('C');
    return {
      code: 'DifferenceViolation',
      axioms: `${text(w)} :${c} a owl:Class ; owl:hasKey ( :${w} ) .`,
      stored: `_:y <dgraph.type> "${c}" .\n_:y <${w}> "same" .\n_:x <dgraph.type> "${c}" .\n_:x <differentFrom> _:y .`,
      request: [value(w, 'same')],
      speaksOf: [w, 'dgraph.type', 'sameAs', 'differentFrom'],
    };
  },
};

/** Returns all kinds, and the document of their axioms. @param salt unique letters and digits */
export function contradictionKinds(
  salt: string,
  equality = false,
): {
  readonly kinds: readonly ContradictionKind[];
  readonly ontology: string;
} {
  const kinds = Object.entries(equality ? EQUALITY_KINDS : KINDS).map(([name, draft], number): ContradictionKind => {
    const words = new Words(number, salt);
    const w = words.word('w');
    const drafted = draft(w, words);
    const requested = new Set(drafted.request.flatMap(({ node, predicate }) => [node, predicate]));
    const stated = drafted.request.map(({ object: end }) => ('value' in end ? end.value : ''));
    const markers = words.words.filter((word) => !requested.has(word) && !stated.some((each) => each.includes(word)));
    return { inGraphql: true, ...drafted, name, markers, suffix: words.suffix };
  });
  const ontology = `@prefix : <${EX}> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    :N a owl:Class .
    ${kinds.map(({ axioms }) => axioms).join('\n')}`;
  return { kinds, ontology };
}
