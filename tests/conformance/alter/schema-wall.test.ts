/** Schema changes against the ontology in force: none breaks it, and afterwards it can always be loaded again. */
import fc from 'fast-check';
import { parseSchema, printPredicate, printSchema, printType } from '../../../src/dql';
import type { PredicateDeclaration, ScalarType, SchemaDocument } from '../../../src/dql/schema/ast';
import { readSchemaAnswer } from '../../../src/schema';
import { factsOf } from '../../support/engines/graph';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alter, alterJson, alterPatiently, ask, json, post, query, type Posted } from '../../support/engines/wire';
import { zoo } from '../../support/engines/zoo';
import { casesOf, runs } from '../../support/runs';

/** Returns a request with a verbatim body. */
const raw = (body: string): Posted => ({ path: '/alter', type: 'application/json', body });

const dropsOf = (name: string): readonly Posted[] => [
  alterJson({ drop_attr: name }),
  alterJson({ dropAttr: name }),
  alterJson({ drop_op: 'ATTR', drop_value: name }),
  alterJson({ dropOp: 3, dropValue: name }),
  alterJson({ drop_op: 'TYPE', drop_value: 'Mine', drop_attr: name }),
  alterJson({ drop_op: 'ATTR', drop_value: 'mine', drop_attr: name }),
  alterJson({ drop_attr: name, schema: 'mine: string .', drop_all: false, runInBackground: true }),
  alterJson({ drop_attr: `<${name}>` }),
  raw(` \n{"drop\\u005fattr" : "${escaped(name)}", "schema": null}`),
];

/** Bodies of which Dgraph carries out the part before the error. */
const faultyDropsOf = (name: string): readonly Posted[] => [
  raw(`{"drop_attr":"${name}","more":1}`),
  raw(`{"drop_attr":"${escaped(name)}"`),
  raw(`{"drop_attr":"${name}"} x`),
  raw(`{"drop_attr":"${name}","drop_attr":null}`),
  raw(`{"drop_attr":"${name}","dropAttr":"mine"}`),
  raw(`{"drop_attr":"${name}","drop_op":"attr"}`),
  raw(`{"Drop_Attr":"${name}"}`),
];

function escaped(text: string): string {
  return text.replace(/./gs, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const TYPES: readonly ScalarType[] = [
  'string',
  'int',
  'float',
  'bool',
  'datetime',
  'uid',
  'default',
  'geo',
  'password',
];

/** Returns declarations that remove part of a compiled one, or change the spelling of its values. */
function lossesOf(declared: PredicateDeclaration): readonly PredicateDeclaration[] {
  const plain = { ...declared, index: [], reverse: false, count: false, lang: false, upsert: false };
  const losses: PredicateDeclaration[] = TYPES.filter((type) => type !== declared.type).map((type) => ({
    ...plain,
    type,
    list: false,
  }));
  if (!declared.lang && declared.type !== 'bool') losses.push({ ...declared, list: !declared.list });
  for (const directive of ['reverse', 'count', 'lang'] as const) {
    if (declared[directive]) losses.push({ ...declared, [directive]: false });
  }
  if (declared.upsert) losses.push({ ...declared, upsert: false });
  const finding = declared.index.filter(({ tokenizer }) => tokenizer !== 'term' && tokenizer !== 'fulltext');
  if (finding.length > 0) losses.push({ ...declared, index: [], upsert: false });
  for (const index of finding) {
    losses.push({ ...declared, upsert: false, index: declared.index.filter((each) => each !== index) });
  }
  losses.push({ ...declared, noconflict: true });
  if (declared.type === 'string' && !declared.list) {
    if (!declared.lang) losses.push({ ...declared, lang: true });
    losses.push({ ...declared, unique: true, upsert: true, index: [{ tokenizer: 'exact' }, ...declared.index] });
  }
  return losses;
}

underGateway((testbed) => {
  const schema = async (): Promise<SchemaDocument> =>
    readSchemaAnswer((await ask(testbed.engine.url, query('schema {}'))).data);
  const send = async (request: Posted): Promise<string | undefined> =>
    (await post(testbed.url, request)).body.errors?.[0]?.extensions?.code;
  const byName = (document: SchemaDocument): string => printSchema(document).split('\n').sort().join('\n');

  /** Loads the ontology again, and writes facts that trigger rules. */
  const expectWorking = async (): Promise<void> => {
    const { status, body } = await postOntology(testbed.url, zoo());
    expect([status, body.errors]).toEqual([200, undefined]);
    const { data, extensions } = await ask(
      testbed.url,
      json({ set: { uid: '_:k', keeps: { uid: '_:l', 'graph.type': 'Lion', weight: 190.5, 'label@en': 'lion' } } }),
    );
    expect(extensions.ontology.inferred).toBeGreaterThanOrEqual(3);
    const { types } = await factsOf(testbed.engine.url, data.uids.k);
    expect(types).toEqual({ Keeper: 'inferred' });
    const answer = await ask(
      testbed.engine.url,
      query(`{ q(func: uid(${data.uids.l})) { keptBy { uid } ~keeps { uid } } }`),
    );
    expect(answer.data.q).toEqual([{ keptBy: [{ uid: data.uids.k }], '~keeps': [{ uid: data.uids.k }] }]);
  };

  let compiled: SchemaDocument;
  beforeAll(async () => {
    await loadOntology(testbed.url, zoo());
    await alterPatiently(testbed.url, alter('mine: string @index(hash) .\ntype Mine {\n mine\n}'));
    const { predicates, types } = await schema();
    const isOurs = ({ name }: { name: string }) => !/^(owlgate\.|mine$|Mine$)/.test(name);
    compiled = { predicates: predicates.filter(isOurs), types: types.filter(isOurs) };
    expect(compiled.predicates.map(({ name }) => name).sort()).toEqual(
      ['born', 'iri', 'keeps', 'keptBy', 'label', 'legs', 'mother', 'tag', 'tame', 'title', 'weight'].sort(),
    );
  });

  it('no spelling of a drop removes a predicate or type of the ontology', async () => {
    const before = byName(await schema());
    for (const { name } of casesOf(compiled.predicates, testbed.engine)) {
      for (const request of dropsOf(name))
        expect([request.body, await send(request)]).toEqual([request.body, 'SchemaInUse']);
      for (const request of faultyDropsOf(name)) {
        expect([request.body, await send(request)]).toEqual([request.body, 'ErrorInvalidRequest']);
      }
    }
    for (const { name } of compiled.types) {
      for (const operation of [
        { drop_op: 'TYPE', drop_value: name },
        { dropOp: 4, dropValue: name },
      ]) {
        expect(await send(alterJson(operation))).toBe('SchemaInUse');
      }
    }
    expect(byName(await schema())).toBe(before);
  });

  it('no declaration weakens a predicate or type of the ontology', async () => {
    const before = byName(await schema());
    const sent: string[] = [];
    for (const declared of casesOf(compiled.predicates, testbed.engine, 1)) {
      for (const loss of lossesOf(declared)) {
        const text = `# mine\n\nmine: string @index(hash) .\r\n[0x0] ${printPredicate(loss).replace(': ', ' :\t')} # end`;
        try {
          parseSchema(text);
        } catch {
          // Not expressible in the schema language; another one is generated with it.
          continue;
        }
        sent.push(text);
        expect([text, await send(alter(text))]).toEqual([text, 'SchemaInUse']);
        expect(await send(alterJson({ schema: text, drop_op: 'NONE' }))).toBe('SchemaInUse');
      }
      expect(
        await send(alter(`${printPredicate(declared)}\n${printPredicate({ ...declared, noconflict: true })}`)),
      ).toBe('SchemaInUse');
    }
    for (const type of compiled.types) {
      for (const field of type.fields) {
        const fields = type.fields.filter((each) => each !== field);
        expect(await send(alter(printType({ ...type, fields })))).toBe('SchemaInUse');
      }
    }
    expect(sent.length).toBeGreaterThan(50);
    expect(byName(await schema())).toBe(before);
  });

  it('a refusal names the position, the fault and the remedy', async () => {
    const { body } = await post(testbed.url, alter('mine: string @index(hash) .\nlegs: string .\nkeeps: [uid] .'));
    const [{ message, extensions }] = body.errors;
    expect(message).toMatch(/line 2, column 1: the predicate "legs" would become string instead of int/);
    expect(message).toMatch(/line 3, column 1: the predicate "keeps" would lose @reverse/);
    expect(message).toMatch(/the ontology in force \(version \d+\)/);
    expect(extensions.changes).toEqual([
      expect.objectContaining({ kind: 'predicate', name: 'legs', line: 2, would: ['become string instead of int'] }),
      expect.objectContaining({ kind: 'predicate', name: 'keeps', line: 3, needed: 'keeps: [uid] @reverse .' }),
    ]);
    const drop = await post(testbed.url, alterJson({ drop_attr: 'legs' }));
    expect(drop.body.errors[0].message).toMatch(
      /"legs" would be dropped.*delete them with a mutation.*load an ontology/,
    );
  });

  it('additions, and a whole schema sent back, are accepted', async () => {
    const before = await schema();
    await alterPatiently(testbed.url, alter(printSchema(before)));
    expect(byName(await schema())).toBe(byName(before));
    const tag = compiled.predicates.find(({ name }) => name === 'tag')!;
    const lion = compiled.types.find(({ name }) => name === 'Lion')!;
    const more = { ...tag, count: true, index: [...tag.index, { tokenizer: 'trigram' }] };
    const fields = [...lion.fields, 'mine', 'yours'];
    const added = `yours: [string] .\n${printPredicate(more)}\n${printType({ ...lion, fields })}`;
    await alterPatiently(testbed.url, alter(added));
    expect((await schema()).predicates.find(({ name }) => name === 'tag')).toMatchObject({ count: true });
    // Reset to the declarations that the ontology needs.
    await alterPatiently(testbed.url, alter(`${printPredicate(tag)}\n${printType(lion)}`));
    for (const operation of [{ drop_attr: 'yours' }, { drop_op: 'TYPE', drop_value: 'Mine' }, { drop_op: 'DATA' }]) {
      await alterPatiently(testbed.url, alterJson(operation));
    }
    await expectWorking();
  });

  it('the ontology loads and infers again after any changes, accepted or refused', async () => {
    const name = fc.constantFrom(...compiled.predicates.map((each) => each.name), 'mine', 'yours');
    const declaration = fc
      .record({
        kind: fc.constant('Predicate' as const),
        name,
        type: fc.constantFrom(...TYPES),
        list: fc.boolean(),
        index: fc.constantFrom([], [{ tokenizer: 'exact' }], [{ tokenizer: 'int' }], [{ tokenizer: 'term' }]),
        reverse: fc.boolean(),
        count: fc.boolean(),
        lang: fc.boolean(),
        upsert: fc.boolean(),
        unique: fc.boolean(),
        noconflict: fc.boolean(),
      })
      .map((each) => alter(printPredicate(each)));
    const near = fc.constantFrom(...compiled.predicates.flatMap(lossesOf)).map((each) => alter(printPredicate(each)));
    const type = fc
      .record({ of: fc.constantFrom('Animal', 'Keeper', 'Mine'), fields: fc.uniqueArray(name, { maxLength: 6 }) })
      .map(({ of, fields }) => alter(printType({ kind: 'Type', name: of, fields })));
    const drop = name.chain((of) => fc.constantFrom(...dropsOf(of), ...faultyDropsOf(of)));
    const change = fc.oneof(declaration, near, type, drop);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 12 }), async (changes) => {
        for (const each of changes) await send(each);
        await expectWorking();
      }),
      { numRuns: runs(12) },
    );
  });

  it('a change during a load breaks nothing of the loaded ontology', async () => {
    const other = await startGatewayOver(testbed.engine, { OWLGATE_POLL_MS: '50' });
    try {
      for (let round = 0; round < 4; round++) {
        const name = `fresh${round}`;
        await alterPatiently(testbed.url, alter(`${name}: string @index(exact) .`));
        // The embedded engine has one gateway.
        const url = testbed.engine.name === 'dgraph' && round % 2 === 1 ? other.url : testbed.url;
        const load = postOntology(testbed.url, zoo(`:${name} a owl:DatatypeProperty ; rdfs:range xsd:int .`));
        for (const request of [alter(`${name}: string .`), alterJson({ drop_attr: name })]) {
          await new Promise((resolve) => setTimeout(resolve, 15 * round));
          await post(url, request);
        }
        const { status, body } = await load;
        expect([status, body.errors]).toEqual([200, undefined]);
        const stored = (await schema()).predicates.find((each) => each.name === name);
        expect(stored).toMatchObject({ name, type: 'int', index: [{ tokenizer: 'int' }] });
      }
    } finally {
      await other.close();
    }
    await expectWorking();
  });

  it('a drop of everything drops the ontology and releases the schema', async () => {
    await alterPatiently(testbed.url, alterJson({ drop_all: true }));
    expect(await send(alter('legs: string .'))).toBeUndefined();
    expect(await send(alterJson({ drop_attr: 'legs' }))).toBeUndefined();
    await expectWorking();
  });
});
