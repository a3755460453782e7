/** Output of commands: rows, proofs, classes, reports, results, refusals. */
import { GatewayRefusal } from '../../../src/cli/gateway/failures';
import { proofBranch } from '../../../src/cli/gateway/proofs';
import { refusalText } from '../../../src/cli/gateway/refusal-text';
import { classTree, type ClassEntry } from '../../../src/cli/ontology/class-tree';
import { changesSomething, differenceText, materializationText, warningsText } from '../../../src/cli/ontology/report';
import { answerText } from '../../../src/cli/query/rows';
import { resultText } from '../../../src/cli/questions/result';
import { PLAIN, terminalOf } from '../../../src/cli/terminal/terminal';
import { tree } from '../../../src/cli/terminal/tree';
import { parseLossless } from '../../../src/util/json';

const { style } = PLAIN;

describe('rows', () => {
  const text = (json: string, isTree = false, terminal = PLAIN): string =>
    answerText(parseLossless(json), { terminal, isTree });

  it('print flat values as a table, with 64-bit integers unchanged', () => {
    expect(
      text(
        '{"q":[{"uid":"0x1","n":9223372036854775807,"t":["A","B"]},{"uid":"0x2","at":{"type":"Point","coordinates":[1,2]}}]}',
      ),
    ).toBe(
      'q  2 rows\nuid                    n  t     at\n0x1  9223372036854775807  A, ' +
        'B\n0x2                             {"type":"Point","coordinates":[1,2]}\n',
    );
  });

  it('print nested values as a tree', () => {
    expect(text('{"q":[{"name":"Ada","hasPet":[{"name":"Rex"},{"name":"Tom"}]},{"name":"Bo"}]}')).toBe(
      'q  2 rows\n├─ name: Ada\n│  └─ hasPet\n│     ├─ name: Rex\n│     └─ name: Tom\n└─ name: Bo\n',
    );
  });

  it('print a tree on request, or if a table would be too narrow', () => {
    expect(text('{"q":[{"a":1,"b":2}]}', true)).toBe('q  1 row\n└─ a: 1\n   b: 2\n');
    const wide = JSON.stringify({ q: [Object.fromEntries('abcdef'.split('').map((name) => [name, 1]))] });
    const narrow = terminalOf({ isTTY: true, columns: 40 }, { NO_COLOR: '1' });
    expect(text(wide, false, narrow)).toContain('└─ a: 1\n');
    expect(text(wide, false, PLAIN)).toBe('q  1 row\na  b  c  d  e  f\n1  1  1  1  1  1\n');
  });

  it('may be empty, and any JSON', () => {
    expect(text('{"q":[],"n":7,"o":{"x":1}}')).toBe('q  no rows\n\nn  7\n\no\nx\n1\n');
    expect(text('{}')).toBe('no data\n');
    expect(text('null')).toBe('null\n');
    expect(text('{"q":[{"big":[{"n":9223372036854775807}]}]}')).toContain('n: 9223372036854775807');
  });

  it('contain no control sequences for a terminal', () => {
    expect(text('{"q":[{"a\\u001b[2J":"b\\u0007c"}]}')).toBe('q  1 row\na[2J\nbc\n');
  });
});

describe('a proof', () => {
  const asserted = { fact: { subject: '0x5', predicate: 'p', object: '0x6' }, kind: 'asserted' };

  it('is printed as a tree with rules, axioms and references', () => {
    const proof = {
      fact: { subject: '0x6', predicate: 'graph.type', object: 'Dog' },
      kind: 'inferred',
      rule: {
        name: 'prp-rng',
        says: 'what p leads to is a Dog',
        axiom: { text: 'R(:p :Dog)', line: 3, column: 1, document: 'a.ttl' },
      },
      premises: [
        { ...asserted, id: 1, fromThisWrite: true },
        { fact: asserted.fact, kind: 'asserted', see: 1 },
      ],
    };
    expect(tree([proofBranch(proof, style)], PLAIN)).toBe(
      [
        '0x6 graph.type Dog   inferred',
        '│ since what p leads to is a Dog   [prp-rng, a.ttl line 3: R(:p :Dog)]',
        '├─ 0x5 p 0x6   asserted, in this request (1)',
        '└─ 0x5 p 0x6   asserted as in (1)',
        '',
      ].join('\n'),
    );
  });

  it('is cut at a readable length', () => {
    let proof: Parameters<typeof proofBranch>[0] = asserted;
    for (let i = 0; i < 5_000; i++) proof = { fact: asserted.fact, kind: 'inferred', premises: [proof] };
    expect(
      tree([proofBranch(proof, style)], PLAIN)
        .trimEnd()
        .endsWith('…'),
    ).toBe(true);
  });
});

describe('classes', () => {
  const entry = (iri: string, above: string[], below: string[], equal: string[] = [], label = iri): ClassEntry => ({
    iri,
    label,
    directSuperClasses: above,
    directSubClasses: below,
    equivalentClasses: equal,
  });
  const shown = (...classes: ClassEntry[]): string => tree(classTree(classes, style), PLAIN);

  it('are printed once below each direct superclass', () => {
    expect(
      shown(
        entry('A', [], ['B', 'C'], [], 'Alpha'),
        entry('B', ['A'], ['D']),
        entry('C', ['A'], ['D']),
        entry('D', ['B', 'C'], ['E']),
        entry('E', ['D'], []),
        entry('Z', [], []),
      ),
    ).toBe('A  Alpha\n├─ B\n│  └─ D\n│     └─ E\n└─ C\n   └─ D  (see above)\nZ\n');
  });

  it('share a line with equivalent classes', () => {
    expect(
      shown(
        entry('Dog', ['Hound', 'Animal'], ['Hound', 'Terrier'], ['Hound']),
        entry('Hound', ['Dog', 'Animal'], ['Dog'], ['Dog']),
        entry('Animal', [], ['Dog', 'Hound']),
        entry('Terrier', ['Dog', 'Hound'], []),
      ),
    ).toBe('Animal\n└─ Dog = Hound\n   └─ Terrier\n');
  });

  it('without a declaration are skipped', () => {
    expect(shown(entry('A', ['owl:Thing'], ['Gone']))).toBe('A\n');
  });
});

describe('a report', () => {
  const none = { added: [], removed: [] };
  const diff = {
    classes: { added: ['Cat'], removed: ['Dog'] },
    properties: { added: ['p'], removed: [] },
    predicates: { added: [], changed: [{ name: 'q', before: 'q: int .', after: 'q: int @index(int) .' }] },
    types: { added: [], changed: [{ name: 'T', addedFields: ['a', 'b'] }] },
    conflicts: [{ name: 'c', reason: 'is int', before: 'c: int .', after: 'c: string .' }],
  };
  const answer = {
    status: 'valid',
    message: 'valid',
    classes: 1,
    objectProperties: 0,
    dataProperties: 0,
    compiledSchema: '',
    profile: 'strict',
    warnings: [],
    diff,
  };

  it('lists every difference', () => {
    expect(differenceText(answer, PLAIN)).toBe(
      [
        '+ class Cat',
        '- class Dog',
        '+ property p',
        '~ predicate q',
        '    - q: int .',
        '    + q: int @index(int) .',
        '~ type T: + a, b',
        '! conflict: c is int (stored: c: int . compiled: c: string .)',
        '',
      ].join('\n'),
    );
    expect(changesSomething(answer)).toBe(true);
  });

  it('handles no difference, and singular counts', () => {
    const unchanged = {
      ...answer,
      diff: {
        classes: none,
        properties: none,
        predicates: { added: [], changed: [] },
        types: { added: [], changed: [] },
        conflicts: [],
      },
    };
    expect(changesSomething(unchanged)).toBe(false);
    const materialization = { nodes: 3, inferred: 0, retracted: 1, violations: [], violationCount: 0 };
    expect(changesSomething({ ...unchanged, materialization })).toBe(true);
  });

  it('states the effects on data, and their limits', () => {
    const fact = { subject: '0x1', predicate: 'graph.type', object: 'Cat' };
    const materialization = {
      nodes: 1200,
      inferred: 4000,
      retracted: 1,
      violations: [{ message: 'both Cat and Dog', entity: '0x1' }],
      violationCount: 3,
      examples: { inferred: [fact], retracted: [fact] },
      exact: false,
      reason: 'the time was up',
    };
    expect(materializationText({ ...answer, materialization }, PLAIN)).toBe(
      [
        'stored data: 1,200 nodes; at least 4,000 facts inferred, 1 retracted',
        '  + 0x1 graph.type Cat',
        '  + …',
        '  - 0x1 graph.type Cat',
        'incomplete: the time was up',
        'contradiction: both Cat and Dog',
        'and 2 more',
        '',
      ].join('\n'),
    );
  });

  it('lists warnings with their positions', () => {
    const warnings = [{ code: 'cost-clique', message: 'may explode', line: 3, column: 7, document: 'zoo.ttl' }];
    expect(warningsText({ ...answer, warnings }, PLAIN)).toBe('warning: zoo.ttl line 3, column 7: may explode\n');
  });
});

describe('a result', () => {
  const statement = { subject: { uid: '0x1', label: 'Ada' }, predicate: 'age', object: 36, status: 'inferred' };
  const proof = {
    state: 'inferred',
    proofs: [{ steps: 1, proof: { fact: { subject: '0x1', predicate: 'age', object: '36' }, kind: 'asserted' } }],
  };
  const result = {
    answer: 'She is 36.\nSo it says.',
    passages: [
      { source: 'log\u001b[1m', text: 'Ada is 36.', chunk_index: 2, score: 0.123456 },
      { source: 'b', text: 'x', chunk_index: null, score: null },
    ],
    trajectory: [{ tool: 'dql', arguments: { query: '{ q }', n: 1 }, result_summary: '1 match' }],
    cost_usd: 0.01,
    loops: 1,
    module_used: 'aragog',
    metadata: { statements: [{ ...statement, proof }, 7], pruned_by_disjointness_total: 2, stopped_by: 'steps' },
  };

  it('contains answer, marked statements, passages with sources, and costs', () => {
    expect(resultText(result, false, PLAIN)).toBe(
      [
        'She is 36.',
        'So it says.',
        '',
        'Statements',
        '  Ada age 36   inferred',
        '',
        'Passages',
        '  [1] log[1m #2 (0.123)',
        '      Ada is 36.',
        '  [2] b',
        '      x',
        '',
        'aragog · 1 loop · $0.0100 · 2 ruled out by disjointness · stopped by steps',
        '',
      ].join('\n'),
    );
  });

  it('contains complete steps and proofs', () => {
    const text = resultText(result, true, PLAIN);
    expect(text).toContain('  Ada age 36   inferred\n    0x1 age 36   asserted\n');
    expect(text).toContain('\nSteps\n  1. dql(query={ q }, n=1)\n     1 match\n');
  });

  it('states that there is no answer', () => {
    const nothing = { ...result, answer: null, passages: [], trajectory: [], metadata: {} };
    expect(resultText(nothing, true, PLAIN)).toBe('no answer is known\n\naragog · 1 loop · $0.0100\n');
  });
});

describe('a refusal', () => {
  const refusal = (status: number, body: unknown): GatewayRefusal =>
    GatewayRefusal.of({ status, headers: {}, text: typeof body === 'string' ? body : JSON.stringify(body) })!;

  it('contains message, code, details and advice', () => {
    const extensions = {
      code: 'OntologyProfile',
      violations: [{ axiom: 'A', rule: 'no unions', advice: 'do B', notInferred: 'C', line: 2, column: 5 }],
    };
    expect(
      refusalText('ontology load', refusal(400, { errors: [{ message: 'not\nin OWL 2 RL', extensions }] }), PLAIN),
    ).toBe(
      [
        'owlgate ontology load: not in OWL 2 RL [OntologyProfile]',
        '  line 2, column 5: A: no unions; not inferred: C; instead: do B',
        '  --lenient loads the part that rules carry, and reports what is not inferred',
        '',
      ].join('\n'),
    );
  });

  it('contains the proof of a contradiction', () => {
    const explanation = {
      rule: { name: 'cax-dw', says: 'nothing is both', axiom: { text: 'D(:A :B)', line: 9, column: 1 } },
      premises: [
        { fact: { subject: '_:x', predicate: 'graph.type', object: 'A' }, kind: 'asserted', fromThisWrite: true },
      ],
    };
    const body = {
      errors: [{ message: 'no', extensions: { code: 'DisjointnessViolation', explanation } }],
      data: null,
    };
    expect(refusalText('mutate', refusal(200, body), PLAIN)).toBe(
      [
        'owlgate mutate: no [DisjointnessViolation]',
        '',
        'contradiction',
        '│ since nothing is both   [cax-dw, line 9: D(:A :B)]',
        '└─ _:x graph.type A   asserted, in this request',
        '',
        '',
      ].join('\n'),
    );
  });

  it('follows from errors beside data, but not from data with that name', () => {
    expect(refusal(200, { data: { q: 1 }, errors: [{ message: 'half' }] }).data).toEqual({ q: 1 });
    expect(refusal(200, { data: { errors: [{ message: 'mine' }] } })).toBeUndefined();
    expect(refusal(200, '{"errors": broken')).toBeUndefined();
    expect(refusal(204, '')).toBeUndefined();
  });

  it('quotes any server’s words, shortened', () => {
    const text = refusalText('query', refusal(502, `<h1>Bad\u001b[2J gateway</h1>${'x'.repeat(9_999)}`), PLAIN);
    expect(text).toMatch(/^owlgate query: the gateway answers with status 502: <h1>Bad\[2J gateway<\/h1>x+\n$/);
    expect(text.length).toBeLessThan(700);
  });

  it.each([
    [
      {
        errors: [
          { message: 'x', extensions: { violations: [null, 7, 'a', {}], suggestions: [{}, 1], explanation: 7 } },
        ],
      },
    ],
    [{ errors: [{ message: 'x', extensions: { contradictions: [null, 1], conflicts: {}, problems: [[]], code: 5 } }] }],
    [{ errors: [null, { message: 'x', locations: [], path: [] }] }],
    [{ errors: [] }],
    [[]],
    ['null'],
  ])('accepts any form: %j', (body) => {
    expect(refusalText('query', refusal(400, body), PLAIN)).toMatch(/^owlgate query: /);
  });
});
