/** Documents in the graph (/api/v1/databases/{id}/documents): stored, deleted, replaced, linked; other data stays. */
import type { Gateway } from '../../../src/app';
import { connectEngine } from '../../../src/dgraph';
import type { Materializer } from '../../../src/materialize';
import { Documents } from '../../../src/retrieval/documents';
import { graphOf } from '../../../src/retrieval/graph';
import { silent } from '../../../src/util/log';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import {
  alter,
  alterJson,
  alterPatiently,
  ask,
  dropAll,
  json,
  post,
  query,
  rdf,
  refusal,
  type Answer,
} from '../../support/engines/wire';
import { documentsOf } from '../../support/retrieval/documents';

const NS = 'https://example.org/harbour#';
const HARBOUR = `
@prefix : <${NS}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/harbour> a owl:Ontology .
:Ship a owl:Class ; rdfs:label "ship"@en ; skos:altLabel "vessel"@en .
:Lighthouse a owl:Class ; rdfs:label "lighthouse" .
:name a owl:DatatypeProperty ; rdfs:range xsd:string .
:keeps a owl:ObjectProperty ; owl:inverseOf :keptBy .
:keptBy a owl:ObjectProperty .
`;

underGateway((testbed) => {
  const documents = documentsOf(() => testbed.url);
  let uids: Record<string, string>;

  beforeAll(async () => {
    await loadOntology(testbed.url, HARBOUR);
    const { data } = await ask(
      testbed.url,
      rdf(`{ set {
        _:argo <graph.type> "Ship" .
        _:argo <name> "Argo" .
        _:aurora <graph.type> "Ship" .
        _:aurora <name> "Argo Náutica" .
        _:light <graph.type> "Lighthouse" .
        _:light <iri> "${NS}EddyStone" .
      } }`),
    );
    uids = data.uids;
  });

  const MARKDOWN =
    '# Harbour log\n\nThe *Argo* left at noon.\n\n## Evening\n\nTwo vessels passed the Eddy Stone. ARGO ' +
    'NAUTICA came back.\n';

  it('stores a document with its chunks, their offsets and mentions', async () => {
    const put = await documents.put('log.md', MARKDOWN, 'text/markdown', { metadata: '{"year":1890}' });
    expect(put).toMatchObject({
      status: 200,
      body: { failed: 0, documents: [{ source: 'log.md', status: 'created', chunks: 2 }] },
    });
    const { body } = await documents.get({ source: 'log.md' });
    expect(body).toMatchObject({
      title: 'Harbour log',
      media_type: 'text/markdown',
      metadata: { year: 1890 },
      chunk_count: 2,
    });
    const [first, second] = body.chunks;
    expect(first.text).toBe('Harbour log\n\nThe Argo left at noon.');
    expect(first.mentions.map((m: Answer) => [m.text, m.uids, m.classes])).toEqual([['Argo', [uids.argo], []]]);
    expect(second.heading).toBe('Evening');
    expect(second.mentions.map((m: Answer) => [m.text, m.uids, m.classes])).toEqual([
      ['vessels', [], ['Ship']],
      ['Eddy Stone', [uids.light], []],
      ['ARGO NAUTICA', [uids.aurora], []],
    ]);
    for (const { text, mentions } of body.chunks) {
      for (const mention of mentions) expect(text.slice(mention.start, mention.end)).toBe(mention.text);
    }
    const edges = await ask(
      testbed.url,
      query(`{ q(func: uid(${uids.argo})) { ~owlgate.chunk.mentions { owlgate.chunk.index } } }`),
    );
    expect(edges.data.q).toEqual([{ '~owlgate.chunk.mentions': [{ 'owlgate.chunk.index': 0 }] }]);
  });

  const rows = async (): Promise<string> => {
    const { data } = await ask(
      testbed.url,
      query(`{ d(func: has(owlgate.document.source)) { uid owlgate.document.checksum owlgate.document.chunk { uid } }
               c(func: has(owlgate.chunk.text)) { uid owlgate.chunk.text } }`),
    );
    return JSON.stringify(data);
  };

  it('writes nothing for an unchanged document', async () => {
    const before = await rows();
    const { body } = await documents.put('log.md', MARKDOWN, 'text/markdown', { metadata: '{"year":1890}' });
    expect(body.documents).toEqual([{ source: 'log.md', status: 'unchanged' }]);
    expect(await rows()).toBe(before);
  });

  it('replaces a whole document and leaves nothing of the old one', async () => {
    const { body } = await documents.put('log.md', 'Only the Argo.', 'text/plain');
    expect(body.documents).toMatchObject([{ status: 'replaced', chunks: 1 }]);
    const { data } = await ask(
      testbed.url,
      query(`{ chunks(func: has(owlgate.chunk.text)) { count(uid) } terms(func: has(owlgate.chunk.terms)) { count(uid) }
               links(func: has(owlgate.chunk.offsets)) { count(uid) } classes(func: has(owlgate.chunk.classes)) { count(uid) }
               documents(func: has(owlgate.document.source)) { owlgate.document.title owlgate.document.metadata } }`),
    );
    expect(data).toEqual({
      chunks: [{ count: 1 }],
      terms: [{ count: 1 }],
      links: [{ count: 1 }],
      classes: [{ count: 0 }],
      documents: [{ 'owlgate.document.title': '', 'owlgate.document.metadata': '{}' }],
    });
  });

  it('accepts many documents at once, reports each result, and lists them in pages', async () => {
    const sent = Array.from({ length: 7 }, (_, i) => ({ source: `part/${i}`, text: `Part number ${i}.` }));
    const { body } = await documents.putAll([...sent, { source: 'empty', text: ' \n ' }]);
    expect(body.failed).toBe(1);
    expect(body.documents.map((d: Answer) => d.status)).toEqual([...sent.map(() => 'created'), 'failed']);
    expect(body.documents[7].error.extensions.code).toBe('DocumentUnreadable');
    const sources: string[] = [];
    for (let after: string | undefined; ;) {
      const { body: page } = await documents.get({ first: '3', ...(after !== undefined && { after }) });
      expect(page.documents.length).toBeLessThanOrEqual(3);
      sources.push(...page.documents.map((d: Answer) => d.source));
      if (page.next === undefined) break;
      after = page.next;
    }
    expect(sources.sort()).toEqual(['log.md', ...sent.map(({ source }) => source)].sort());
  });

  it('reports progress as lines of JSON and as events', async () => {
    const lines = (
      await documents.stream(
        [
          { source: 'a', text: 'One.' },
          { source: 'b', text: '' },
        ],
        'application/x-ndjson',
      )
    )
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ event: 'progress', source: 'a', stage: 'passages', done: 1, of: 1 });
    expect(lines.slice(1).map((line) => [line.event, line.source, line.status])).toEqual([
      ['document', 'a', 'created'],
      ['document', 'b', 'failed'],
      ['done', undefined, undefined],
    ]);
    const events = await documents.stream([{ source: 'a', text: 'One.' }], 'text/event-stream');
    expect(events).toMatch(
      /^event: document\ndata: \{"source":"a","status":"unchanged"\}\n\nevent: done\ndata: \{"count":1,"failed":0\}\n\n$/,
    );
  });

  it('stores one document of twenty equal concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => documents.put('race', `Run ${i % 2} of the race.`, 'text/plain')),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { data } = await ask(
      testbed.url,
      query(`{ q(func: eq(owlgate.document.source, "race")) { uid owlgate.document.chunk { owlgate.chunk.text } }
               c(func: anyofterms(owlgate.chunk.terms, "race")) { uid } }`),
    );
    expect(data.q).toHaveLength(1);
    expect(data.q[0]['owlgate.document.chunk']).toHaveLength(1);
    expect(data.c).toHaveLength(1);
  });

  it('links later nodes and classes on request', async () => {
    await documents.put('late', 'The Bonaventura is a schooner.', 'text/plain');
    const { data } = await ask(testbed.url, json({ set: [{ uid: '_:b', 'graph.type': 'Ship', name: 'Bonaventura' }] }));
    const { body } = await documents.relink();
    expect(body.relinked).toBe(1);
    const mentions = async () => (await documents.get({ source: 'late' })).body.chunks[0].mentions;
    expect((await mentions()).map((m: Answer) => [m.text, m.uids])).toEqual([['Bonaventura', [data.uids.b]]]);
    expect((await documents.relink()).body.relinked).toBe(0);
    await ask(testbed.url, json({ set: [{ uid: data.uids.b, name: 'Fortuna' }] }));
    expect((await documents.relink()).body.relinked).toBe(1);
    expect(await mentions()).toEqual([]);
    const edges = await ask(testbed.url, query(`{ q(func: uid(${data.uids.b})) { ~owlgate.chunk.mentions { uid } } }`));
    expect(edges.data.q).toEqual([]);
  });

  it('finds passages about nodes, also of later ones', async () => {
    await documents.put('bay', 'The Miranda lies in the bay.\n\n# Crew\n\nNobody is aboard.', 'text/markdown');
    const { data } = await ask(testbed.url, json({ set: [{ uid: '_:m', 'graph.type': 'Ship', name: 'Miranda' }] }));
    const engine = connectEngine({ urls: [testbed.engine.url], kind: 'cluster' });
    try {
      const graph = graphOf(engine, { inForce: undefined } as Materializer);
      const { corpus } = new Documents({ engine, graph, embedder: undefined, language: 'en', logger: silent });
      const chunksMentioning = async (...uids: string[]) =>
        (await corpus.mentioning(uids, 5)).map(({ chunk }) => [chunk.source, chunk.index]);
      expect(await chunksMentioning(data.uids.m)).toEqual([['bay', 0]]);
      await documents.relink();
      expect(await chunksMentioning(data.uids.m)).toEqual([['bay', 0]]);
      expect(await chunksMentioning(data.uids.m, uids.argo!)).toEqual(
        expect.arrayContaining([
          ['bay', 0],
          ['log.md', 0],
        ]),
      );
      expect(await chunksMentioning('0xfffffff', 'no uid', '0x1) { uid } }')).toEqual([]);
      expect(await corpus.chunk('bay', 1)).toMatchObject({
        source: 'bay',
        index: 1,
        heading: 'Crew',
        text: 'Crew\n\nNobody is aboard.',
      });
      expect([await corpus.chunk('bay', 2), await corpus.chunk('bay', -1), await corpus.chunk('sea', 0)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    } finally {
      await engine.close();
    }
    await documents.remove('bay');
  });

  it('deletes a document with all its parts', async () => {
    expect(await documents.remove('late')).toMatchObject({ status: 200, body: { status: 'removed' } });
    expect(await documents.remove('late')).toMatchObject({ status: 404 });
    expect((await documents.get({ source: 'late' })).body.errors[0].extensions.code).toBe('UnknownDocument');
    const { data } = await ask(
      testbed.url,
      query('{ q(func: anyofterms(owlgate.chunk.terms, "schooner bonaventura")) { uid } }'),
    );
    expect(data.q).toEqual([]);
  });

  it('keeps the ontology in force and its inferred facts, and protects its own predicates from clients', async () => {
    const { data } = await ask(testbed.url, json({ set: [{ uid: '_:k', keeps: { uid: uids.light } }] }));
    const answer = await ask(testbed.url, query(`{ q(func: uid(${uids.light})) { keptBy { uid } } }`));
    expect(answer.data.q).toEqual([{ keptBy: [{ uid: data.uids.k }] }]);
    expect(await refusal(testbed.url, json({ set: [{ 'owlgate.document.source': 'mine' }] }))).toMatch(/owlgate\./);
    await loadOntology(testbed.url, HARBOUR);
    expect((await documents.get({ source: 'log.md' })).status).toBe(200);
  });

  it('restores @noconflict of the word index after a schema change removed it', async () => {
    const declared = async () =>
      (await ask(testbed.url, query('schema(pred: [owlgate.chunk.terms]) { noconflict }'))).data.schema[0].no_conflict;
    // A tool unaware of the index writes the schema back without it.
    await alterPatiently(testbed.url, alter('owlgate.chunk.terms: string @index(term) .'));
    expect(await declared()).toBeUndefined();
    await documents.put('words', 'One word after another.', 'text/plain');
    expect(await declared()).toBe(true);
    await documents.remove('words');
  });

  it('shows documents through another gateway of the same engine', async () => {
    const other: Gateway = await startGatewayOver(testbed.engine);
    try {
      const theirs = documentsOf(() => other.url);
      expect((await theirs.put('log.md', 'Only the Argo.', 'text/plain')).body.documents[0].status).toBe('unchanged');
    } finally {
      await other.close();
    }
  });

  it('refuses faulty requests with the reason and writes nothing', async () => {
    const path = '/api/v1/databases/default/documents';
    const send = async (to: string, type: string, body: string): Promise<unknown[]> => {
      const { status, body: answer } = await post(testbed.url, { path: to, type, body });
      return [status, answer.errors?.[0].extensions.code];
    };
    const before = await rows();
    expect(await send(`${path}?source=x`, 'text/plain', '')).toEqual([422, 'DocumentUnreadable']);
    expect(await send(`${path}?source=x`, 'text/plain', 'a\0b')).toEqual([422, 'DocumentUnreadable']);
    expect(await send(`${path}?source=x`, 'application/pdf', 'no pdf')).toEqual([422, 'DocumentUnreadable']);
    expect(await send(`${path}?source=x`, 'text/turtle', 'a')).toEqual([415, 'UnsupportedMediaType']);
    expect(await send(`${path}?source=x`, 'text/plain; charset=utf-7', 'a')).toEqual([415, 'UnsupportedMediaType']);
    expect(await send(`${path}?source=x`, 'text/plain; charset=utf-16', 'a')).toEqual([422, 'DocumentUnreadable']);
    expect(await send(path, 'text/plain', 'a')).toEqual([400, 'InvalidRequest']);
    expect(await send(`${path}?source=${'x'.repeat(2001)}`, 'text/plain', 'a')).toEqual([400, 'InvalidRequest']);
    expect(await send(`${path}?source=x%0ay`, 'text/plain', 'a')).toEqual([400, 'InvalidRequest']);
    expect(await send(`${path}?source=x&metadata=[]`, 'text/plain', 'a')).toEqual([400, 'InvalidRequest']);
    expect(await send(`${path}?source=x&sauce=y`, 'text/plain', 'a')).toEqual([400, 'InvalidRequest']);
    expect(await send(path, 'application/json', '{"documents":[]}')).toEqual([400, 'InvalidRequest']);
    expect(await send(path, 'application/json', '{"documents":[{"source":"a"}]}')).toEqual([400, 'InvalidRequest']);
    expect(
      await send(path, 'application/json', '{"documents":[{"source":"a","text":"b","media_type":"application/pdf"}]}'),
    ).toEqual([400, 'InvalidRequest']);
    expect(await send('/api/v1/databases/nowhere/documents?source=x', 'text/plain', 'a')).toEqual([
      404,
      'UnknownDatabase',
    ]);
    expect(await send('/api/v1/databases/%ff/documents?source=x', 'text/plain', 'a')).toEqual([400, 'InvalidRequest']);
    expect((await documents.get({ first: '0' })).status).toBe(400);
    expect((await documents.get({ after: '0x1) { uid } }' })).status).toBe(400);
    expect((await documents.get({ source: '")) { uid } }' })).status).toBe(404);
    expect(await rows()).toBe(before);
  });

  it('keeps sources, texts, labels and metadata of any characters', async () => {
    const source = `"quoted" \\back <a> {b} $c 😀 'd' ${'é'.repeat(50)}`;
    const text = 'He said "\\n" <x> {"a":1} _:b 0x1 😀 \u0041 $y. 東京 is far.\u2028Ünd a\ttab.';
    const metadata = { 'a.b': [1, null, { c: '"' }], '😀': true };
    const { body } = await documents.putAll([{ source, text, metadata }]);
    expect(body.failed).toBe(0);
    const { body: shown } = await documents.get({ source });
    expect([shown.source, shown.metadata]).toEqual([source, metadata]);
    expect(shown.chunks.map((c: Answer) => c.text)).toEqual([text]);
    for (const question of ['東京', 'Ünd', '0x1']) {
      const { body: result } = await documents.retrieve(question, { module: 'naive' });
      expect(result.passages[0]?.source).toBe(source);
    }
    expect((await documents.remove(source)).status).toBe(200);
  });

  it('keeps a document of hundreds of chunks complete and in order', async () => {
    const text = Array.from(
      { length: 5_000 },
      (_, i) => `Entry ${i} of the ledger names berth ${(i * 7) % 1000}.`,
    ).join(' ');
    const { body } = await documents.put('ledger', text, 'text/plain');
    const count = body.documents[0].chunks;
    expect(count).toBeGreaterThan(250);
    let end = 0;
    let chunkCount = 0;
    for (let after: string | undefined; ;) {
      const { body: page } = await documents.get({
        source: 'ledger',
        first: '100',
        ...(after !== undefined && { after }),
      });
      for (const chunk of page.chunks) {
        expect(chunk.chunk_index).toBe(chunkCount++);
        expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
        expect(text.slice(end, Math.max(end, chunk.start)).trim()).toBe('');
        end = chunk.end;
      }
      if (page.next === undefined) break;
      after = page.next;
    }
    expect([chunkCount, end]).toEqual([count, text.length]);
    const { body: result } = await documents.retrieve('Which berth does entry 4999 name?', { module: 'naive' });
    expect(result.answer).toContain('Entry 4999 of the ledger names berth 993.');
    expect((await documents.put('ledger', 'Closed.', 'text/plain')).body.documents[0].status).toBe('replaced');
    const { data } = await ask(testbed.url, query('{ q(func: anyofterms(owlgate.chunk.terms, "ledger")) { uid } }'));
    expect(data.q).toEqual([]);
  });

  it('finds a row of a table by its header and its values, and shows both', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => `| Halt ${i} | ${1800 + (i % 90)} | ${i} m |`);
    const table =
      `| Halt | Opened | Height |\n|---|---|---|\n${rows.join('\n')}\n| Ashcombe | 1874 | 12 m ` +
      `|\n${rows.join('\n')}\n`;
    await documents.put('halts', table, 'text/markdown');
    const { body } = await documents.retrieve('When was Ashcombe opened?', { module: 'naive' });
    expect(body.passages[0].text).toContain('Halt: Ashcombe; Opened: 1874; Height: 12 m');
    expect(body.answer).toContain('1874');
    const { body: shown } = await documents.get({ source: 'halts', first: '1000' });
    for (const { text } of shown.chunks)
      for (const row of text.split('\n\n'))
        expect(row).toMatch(/^Halt: (Halt \d+|Ashcombe); Opened: \d+; Height: \d+ m$/);
    await documents.remove('halts');
  });

  it('starts anew after a drop of everything', async () => {
    await alterPatiently(testbed.url, alterJson({ drop_op: 'DATA' }));
    expect((await documents.get({})).body.documents).toEqual([]);
    expect((await documents.put('again', 'Argo again.', 'text/plain')).body.documents[0].status).toBe('created');
    await dropAll(testbed.url);
    expect((await documents.get({})).body.documents).toEqual([]);
    expect((await documents.put('again', 'Argo again.', 'text/plain')).body.documents[0].status).toBe('created');
    const result = await post(testbed.url, {
      path: '/api/v1/databases/default/retrieve',
      type: 'application/json',
      body: '{"question":"argo","module":"naive"}',
    });
    expect(result.body.passages.map((p: Answer) => p.source)).toEqual(['again']);
  });
});
