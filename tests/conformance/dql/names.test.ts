/** Names of predicates and types that Dgraph v25.4 accepts, against the rule by which owlgate respells names. */
import { spellingProblem } from '../../../src/ontology/spelling';
import { forEachEngine } from '../../support/engines';
import {
  alter,
  alterPatiently,
  ask,
  json,
  post,
  query,
  rdf,
  type Answer,
  type Posted,
} from '../../support/engines/wire';

/** Names that work in the schema, in RDF, JSON and DQL. */
const ACCEPTED = [
  ...['Ärztin', 'A\u0308rztin', 'hat-teil', '人間', 'Straße', 'עברית', 'العربية', 'नाम', '𐀀', '\ufeffa', 'a\u200bb'],
  ...['a.b', '.a', 'a.', '-a', '1st', "o'clock", 'Gr%C3%B6%C3%9Fe', 'b/c', 'x:y', 'a*', 'a,b', 'a;b', 'a(b)', 'a[b]'],
  ...['a+b', 'a=b', 'a&b', 'a!b', 'a$b', 'a#b', 'a?b', '_a', '__proto__', 'constructor', 'type', 'filter', 'first'],
  ...['x'.repeat(1000), '人'.repeat(333)],
];
/** Names that fail in at least one of these places. */
const REFUSED = [
  ...['a@b', 'a@', '@a', '~a', 'a~b', '*', '-', '.', '_', '😀', '$a', '=a', 'a b', 'a\u00a0b', 'a\u0085b', 'a\u2028b'],
  ...['a|b', 'a^b', 'a`b', 'a{b', 'a"b', 'a\\b', 'a<b', 'a>b', 'a\u0007b'],
];
const NODE = '0x1234';

forEachEngine((engine) => {
  const fails = async (request: Posted): Promise<boolean> =>
    (await post(engine.url, request)).body.errors !== undefined;

  it.each(REFUSED)('%j is refused somewhere', async (name) => {
    expect(spellingProblem(name)).toBeDefined();
    // Only the embedded engine accepts `$a`; on Dgraph it would be a variable.
    if (name === '$a' && engine.name === 'embedded') return;
    const schema = alter(`<${name}>: string .`);
    const write = rdf(`{ set { <${NODE}> <${name}> "v" . } }`);
    const isRefused =
      (await fails(schema)) || (await fails(write)) || (await fails(query(`{ q(func: has(<${name}>)) { uid } }`)));
    expect(isRefused).toBe(true);
  });

  it('names that owlgate keeps are accepted everywhere', async () => {
    await engine.reset();
    expect(ACCEPTED.filter((name) => spellingProblem(name) !== undefined)).toEqual([]);
    const each = (line: (name: string) => string): string => ACCEPTED.map(line).join('\n');
    await alterPatiently(
      engine.url,
      alter(
        `zz: string .\n${each((name) => `<${name}>: string @index(exact) .\ntype <${name}> {\n  <${name}>\n  zz\n}`)}`,
      ),
    );
    await ask(
      engine.url,
      rdf(
        `{ set {\n${each((name) => `<${NODE}> <${name}> "v" (k=true) .\n_:n <dgraph.type> ${JSON.stringify(name)} .`)}\n} }`,
      ),
    );
    await ask(engine.url, json({ set: Object.fromEntries(ACCEPTED.map((name) => [name, 'w'])) }));
    const blocks = ACCEPTED.map(
      (name, i) =>
        `v${i}(func: eq(<${name}>, ["v", "w"]), orderasc: <${name}>) @filter(has(<${name}>)) { <${name}> @facets }
         t${i}(func: type(<${name}>)) { dgraph.type }`,
    );
    const { data } = await ask(engine.url, query(`{ ${blocks.join('\n')} }`));
    ACCEPTED.forEach((name, i) => {
      expect(data[`v${i}`]).toEqual([{ [name]: 'v', [`${name}|k`]: true }, { [name]: 'w' }]);
      expect(data[`t${i}`].map((node: Answer) => node['dgraph.type'].includes(name))).toEqual([true]);
    });
    const { data: declared } = await ask(engine.url, query('schema {}'));
    const names = declared.schema.map(({ predicate }: Answer) => predicate as string);
    expect(names).toEqual(expect.arrayContaining(ACCEPTED));
  });

  it('the same names are accepted for edges, and backwards', async () => {
    await engine.reset();
    await alterPatiently(engine.url, alter(ACCEPTED.map((name) => `<${name}>: [uid] @reverse .`).join('\n')));
    const edges = Object.fromEntries(ACCEPTED.map((name) => [name, [{ uid: '0x2', [`${name}|k`]: true }]]));
    await ask(engine.url, json({ set: { uid: NODE, ...edges } }));
    const fields = ACCEPTED.map((name) => `<~${name}> { uid }`).join('\n');
    const { data } = await ask(engine.url, query(`{ q(func: uid(0x2)) { ${fields} } }`));
    expect(data.q[0]).toEqual(Object.fromEntries(ACCEPTED.map((name) => [`~${name}`, [{ uid: NODE }]])));
  });
});
