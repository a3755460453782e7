/** GET /export of values that answers leave out, or that their languages keep from being named in a query. */
import { alter, ask, json } from '../../support/engines/wire';
import { underGateway } from '../../support/engines/under-gateway';
import { parseTurtle } from '../../../src/rdf';

/** Languages under which Dgraph keeps values; DQL can name some of them. */
const LANGUAGES = ['en', 'pt-BR', 'en_us', 'toolonglanguage', '9', 'a b', 'a:b', 'x-', '-', 'é', 'a.b'];

underGateway((testbed) => {
  const write = (set: readonly object[]) => ask(testbed.engine.url, json({ set }));
  const post = async (path: string, body: string): Promise<string> => {
    const headers = { 'Content-Type': 'text/turtle' };
    return (await fetch(`${testbed.url}/${path}`, { method: 'POST', headers, body })).text();
  };
  /** Returns objects by subject and predicate. */
  const exported = async (): Promise<Record<string, string[]>> => {
    const response = await fetch(`${testbed.url}/export?format=turtle`);
    const found: Record<string, string[]> = {};
    const text = await response.text();
    expect([response.status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    for (const { subject, predicate, object } of parseTurtle(text).quads) {
      const value = typeof object === 'string' ? object : `${object.value}${object.lang ? `@${object.lang}` : ''}`;
      (found[`${subject} ${predicate.replace(/^.*\//, '')}`] ??= []).push(value);
    }
    for (const values of Object.values(found)) values.sort();
    return found;
  };

  it('has languages in the case in which an import had them', async () => {
    const tags = ['en-US', 'en-us', 'EN', 'zh-Hant-TW', 'de-CH-1996', 'x-Private', 'sr-Latn'];
    const values = tags.map((tag, i) => `<urn:l:case${i}> <urn:l:spoken> "v"@${tag} .`);
    const headers = { 'Content-Type': 'application/n-triples' };
    const imported = await fetch(`${testbed.url}/import`, { method: 'POST', headers, body: values.join('\n') });
    expect(await imported.json()).toMatchObject({ state: 'done', stated: tags.length });
    const text = await (await fetch(`${testbed.url}/export?format=ntriples`)).text();
    expect(
      text
        .split('\n')
        .filter((line) => line.includes('spoken>'))
        .sort(),
    ).toEqual([...values].sort());
  });

  it('has values in every language that the engine keeps', async () => {
    await ask(testbed.engine.url, alter('tagged: string @lang .\niri: string @index(exact) .'));
    await write(LANGUAGES.map((tag, i) => ({ iri: `urn:l:${i}`, [`tagged@${tag}`]: `v${i}`, tagged: `w${i}` })));
    const found = await exported();
    LANGUAGES.forEach((_, i) => {
      const values = found[`urn:l:${i} tagged`]!;
      expect(values.map((value) => value.replace(/@.*$/, ''))).toEqual([`v${i}`, `w${i}`]);
      expect(values[0]).toMatch(/@[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i);
    });
    expect(found['urn:l:2 tagged']![0]).toBe('v2@en-us');
  });

  it('has infinite numbers, alone and in lists', async () => {
    await ask(testbed.engine.url, alter('single: float .\nlist: [float] .'));
    const lists = [['Inf'], ['-Inf'], ['Inf', '-Inf'], ['Inf', '1.5', '2.5'], ['1.5', '-Inf', '2.5', 'Inf'], ['3.5']];
    const nodes = lists.map((list, i) => ({ iri: `urn:n:${i}`, list, single: list[0] }));
    await write(nodes);
    const found = await exported();
    const texts: Record<string, string> = {
      Inf: 'INF',
      '-Inf': '-INF',
      '1.5': '1.5E0',
      '2.5': '2.5E0',
      '3.5': '3.5E0',
    };
    lists.forEach((list, i) => {
      expect(found[`urn:n:${i} list`]).toEqual(list.map((text) => texts[text]).sort());
      expect(found[`urn:n:${i} single`]).toEqual([texts[list[0]!]]);
    });
  });

  it('has days and moments in their zones', async () => {
    const ontology = `@prefix : <urn:o:> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
      <urn:o> a owl:Ontology . :day a owl:DatatypeProperty ; rdfs:range xsd:date .
      :moment a owl:DatatypeProperty ; rdfs:range xsd:dateTime .`;
    expect(JSON.parse(await post('ontology', ontology))).toHaveProperty('version', 1);
    const days = ['2020-02-03', '2020-02-03+05:00', '1999-12-31-14:00', '2020-02-29+00:30'];
    const moments = [
      ['2020-02-28T24:00:00+01:00', '2020-02-29T00:00:00+01:00'],
      ['1999-12-31T24:00:00', '2000-01-01T00:00:00Z'],
      ['2020-02-03T10:00:00.125-05:00', '2020-02-03T10:00:00.125-05:00'],
    ] as const;
    const node = (i: number, property: string, value: string, datatype: string): string =>
      `<urn:t:${property}${i}> <urn:o:${property}> "${value}"^^<http://www.w3.org/2001/XMLSchema#${datatype}> .\n`;
    const data =
      days.map((day, i) => node(i, 'day', day, 'date')).join('') +
      moments.map(([moment], i) => node(i, 'moment', moment, 'dateTime')).join('') +
      node(9, 'day', '2020-02-03Z', 'date');
    expect(JSON.parse(await post('import', data))).toMatchObject({ state: 'done', stated: 8, refused: 0 });
    const found = await exported();
    const values = (property: string, count: number) =>
      Array.from({ length: count }, (_, i) => found[`urn:t:${property}${i} urn:o:${property}`]![0]);
    expect(values('day', days.length)).toEqual(days);
    expect(values('moment', moments.length)).toEqual(moments.map(([, stored]) => stored));
    expect(found['urn:t:day9 urn:o:day']).toEqual(['2020-02-03']);
  });
});
