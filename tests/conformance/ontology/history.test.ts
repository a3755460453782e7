/** History of the ontology: versions, their documents, differences, blame, rollback, the documentation page. */
import { until } from '../../support/until';
import { underGateway } from '../../support/engines/under-gateway';

const HEAD = `@prefix : <http://ex.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://ex.org/o> a owl:Ontology ; rdfs:label "Zoo <b>&"@en .
:Animal a owl:Class .
`;
const DOG = ':Dog a owl:Class ; rdfs:subClassOf :Animal ; rdfs:label "Hund"@de , "<script>alert(1)</script>"@en .\n';
const tag = (kind: string): string => `:tag a owl:ObjectProperty , owl:${kind} .\n`;

const FIRST = HEAD + tag('FunctionalProperty');
const SECOND = HEAD + tag('FunctionalProperty') + DOG;
const THIRD = HEAD + tag('InverseFunctionalProperty') + DOG;

interface Entry {
  readonly version: number;
  readonly by: string;
  readonly from: readonly string[];
  readonly message?: string;
  readonly changes: Readonly<Record<string, number>>;
}

interface Axioms {
  readonly added: readonly { readonly axiom: string; readonly line: number; readonly column: number }[];
  readonly removed: Axioms['added'];
}

underGateway((testbed) => {
  const call = async (path: string, init?: RequestInit): Promise<Response> => fetch(`${testbed.url}${path}`, init);
  const json = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const answer = (await (await call(path, init)).json()) as T;
    expect(answer).not.toHaveProperty('errors');
    return answer;
  };
  const post = <T>(path: string, body: string | Buffer = '', type = 'text/turtle'): Promise<T> =>
    json<T>(path, { method: 'POST', headers: { 'Content-Type': type }, body });
  const textsOf = ({ added, removed }: Axioms) => ({
    added: added.map(({ axiom, line }) => `${line}: ${axiom}`),
    removed: removed.map(({ axiom, line }) => `${line}: ${axiom}`),
  });

  it('records who loaded a version, from where, why, and what it changed', async () => {
    await post('/ontology?message=The+first&from=zoo.ttl', FIRST);
    await post('/ontology', SECOND);
    await post('/ontology?message=a%0Ab', THIRD);
    const { versions, next } = await json<{ versions: readonly Entry[]; next?: number }>('/ontology/versions');
    expect(next).toBeUndefined();
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(versions[0]).toMatchObject({
      inForce: true,
      by: expect.stringMatching(/^address (127\.0\.0\.1|::1)$/) as string,
      from: [],
      message: 'a\nb',
      changes: { axiomsAdded: 1, axiomsRemoved: 1, classesAdded: 0 },
    });
    expect(versions[2]).toMatchObject({ inForce: false, from: ['zoo.ttl'], message: 'The first' });
    expect(versions[1]!.changes).toMatchObject({ axiomsAdded: 4, classesAdded: 1, propertiesAdded: 0 });
    const page = await json<{ versions: readonly Entry[]; next?: number }>('/ontology/versions?limit=1&before=3');
    expect(page).toMatchObject({ versions: [{ version: 2 }], next: 2 });
    const changelog = await (await call('/ontology/versions?format=markdown')).text();
    expect(changelog).toMatch(/^# Changelog\n\n## Version 3 /);
    expect(changelog).toContain('+ InverseFunctionalObjectProperty(:tag)  6:');
  });

  it('returns the document of each version', async () => {
    for (const [i, source] of [FIRST, SECOND, THIRD].entries()) {
      const answer = await call(`/ontology?version=${i + 1}`);
      expect(answer.headers.get('content-type')).toBe('text/turtle; charset=utf-8');
      expect(await answer.text()).toBe(source);
    }
    expect((await call('/ontology?version=9')).status).toBe(404);
  });

  it('compares versions by axioms, with their places', async () => {
    const { diff } = await json<{ diff: { axioms: Axioms } }>('/ontology/diff?from=2&to=3');
    expect(textsOf(diff.axioms)).toEqual({
      added: ['6: InverseFunctionalObjectProperty(:tag)'],
      removed: ['6: FunctionalObjectProperty(:tag)'],
    });
    const reverse = await json<{ diff: Record<string, unknown> }>('/ontology/diff?from=3&to=1');
    expect(reverse.diff).toMatchObject({ classes: { added: [], removed: ['Dog'] }, types: { removed: ['Dog'] } });
    const text = await (await call('/ontology/diff?format=text')).text();
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        '- FunctionalObjectProperty(:tag)  6:29',
        '+ InverseFunctionalObjectProperty(:tag)  6:29',
      ]),
    );
  });

  it('compares a document with the ontology in force, and with a version', async () => {
    interface Valid {
      readonly diff: { readonly axioms: Axioms };
    }
    const inForce = await post<Valid>('/ontology?validate=true&data=false', SECOND);
    expect(textsOf(inForce.diff.axioms)).toEqual({
      added: ['6: FunctionalObjectProperty(:tag)'],
      removed: ['6: InverseFunctionalObjectProperty(:tag)'],
    });
    const old = await post<Valid>('/ontology?validate=true&against=2', SECOND);
    expect(old.diff).toMatchObject({ axioms: { added: [], removed: [] }, classes: { added: [], removed: [] } });
  });

  it('names the version that brought an axiom', async () => {
    const { axioms } = await json<{ axioms: readonly { axiom: string; version: number; message?: string }[] }>(
      '/ontology/blame?term=tag',
    );
    expect(axioms.map(({ axiom, version, message }) => [axiom, version, message])).toEqual([
      ['Declaration(ObjectProperty(:tag))', 1, 'The first'],
      ['InverseFunctionalObjectProperty(:tag)', 3, 'a\nb'],
    ]);
    const dog = await json<{ axioms: readonly { version: number }[] }>('/ontology/blame?term=http://ex.org/o%23Dog');
    expect(dog.axioms.map(({ version }) => version)).toEqual([2, 2, 2, 2]);
    expect((await call('/ontology/blame?term=Nothing')).status).toBe(404);
  });

  it('rolls back like a load: previewed, materialized, recorded', async () => {
    const rdf = { 'Content-Type': 'application/rdf' };
    const body = '{ set { _:d <graph.type> "Dog" . } }';
    await json('/mutate?commitNow=true', { method: 'POST', headers: rdf, body });
    const animals = async (): Promise<number> => {
      const query = '{ q(func: type(Animal)) { uid } }';
      return (await post<{ data: { q: readonly unknown[] } }>('/query', query, 'application/dql')).data.q.length;
    };
    expect(await animals()).toBe(1);
    const preview = await post<object>('/ontology/rollback?version=1&validate=true');
    expect(preview).toMatchObject({
      status: 'valid',
      materialization: { retracted: 1 },
      diff: { axioms: { removedCount: 5 } },
    });
    expect(await animals()).toBe(1);
    expect(await post<object>('/ontology/rollback?version=1')).toMatchObject({ version: 4 });
    expect(await animals()).toBe(0);
    expect(await (await call('/ontology')).text()).toBe(FIRST);
    const { versions } = await json<{ versions: readonly Entry[] }>('/ontology/versions?limit=1');
    expect(versions[0]).toMatchObject({ message: 'roll back to version 1', changes: { axiomsRemoved: 5 } });
    const { diff } = await json<{ diff: { axioms: Axioms } }>('/ontology/diff?from=1&to=4');
    expect(diff.axioms).toMatchObject({ added: [], removed: [] });
  });

  it('keeps the bytes of a document that is not plain UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(SECOND)]);
    await post('/ontology', bytes);
    const answer = await call('/ontology?version=5');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('compares a version that was stored again after a drop of the data', async () => {
    await json('/alter', { method: 'POST', body: '{"drop_op":"DATA"}' });
    let first: Entry | undefined;
    await until(async () => {
      [first] = (await json<{ versions: readonly Entry[] }>('/ontology/versions')).versions;
      return first?.version === 1;
    });
    expect(first).toMatchObject({ by: 'gateway', from: [], message: expect.stringContaining('dropped') as string });
    // The gateway stored it without an outline, which is made of its document.
    const { from, diff } = await json<{ from: null; diff: { axioms: Axioms } }>('/ontology/diff');
    expect(from).toBeNull();
    expect(textsOf(diff.axioms).added).toContain('6: FunctionalObjectProperty(:tag)');
    await post('/ontology', THIRD);
    expect(await json<object>('/ontology/versions?limit=1')).toMatchObject({
      versions: [{ version: 2, changes: { axiomsAdded: 1, axiomsRemoved: 1 } }],
    });
  });

  it('documents a version on one page without scripts', async () => {
    const answer = await call('/ontology/docs');
    const html = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('<article id="Dog">');
    expect(html).toContain('<bdi lang="de">Hund</bdi>');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script');
    expect(html).toContain('<svg ');
    expect(await (await call('/ontology/docs?version=1')).text()).toContain('Version 1, loaded ');
  });
});
