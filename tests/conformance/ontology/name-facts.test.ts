import { writeFileSync } from 'node:fs';
import { forEachEngine } from '../../support/engines';
import { alter, json, post, query, rdf, type Answer } from '../../support/engines/wire';

const NAMES = [
  'plain', 'Ärztin', 'A\u0308rztin', 'hat-teil', '人間', 'Straße', 'a.b', '1st', "o'clock", 'Gr%C3%B6%C3%9Fe', 'b/c', 'x:y', 'a@b', 'a@', '@a', '~a', '*', 'a*', '-', '-a', '.a', '.', 'a.', '_', 'a,b', 'a;b', 'a(b)', 'a[b]', 'a+b', 'a=b', 'a&b', 'a!b', 'a$b', '$a', 'a#b', 'a?b', 'a~b', 'a b', 'a|b', 'a^b', 'a`b', 'a{b}', 'a"b', 'a\\b', 'a\u0007b', 'a\u0085b', 'a\u00a0b', 'a\u2028b', 'a\u200bb', '\ufeffa', '😀', 'עברית', 'العربية', 'नाम', 'é', 'type', 'schema', 'query', 'as', 'first', 'count', 'true', 'null', 'set', 'delete', 'uid', 'expand', 'val', 'math', 'checkpwd', 'namespace', 'min', 'and', 'not', 'shortest', 'id', '_predicate_', '__proto__', 'constructor', 'x'.repeat(200), 'x'.repeat(1000), '人'.repeat(300), 'filter', 'normalize', 'var', 'func','len','sum','uid_in','langs','pred','fulltext','or','fragment','orderasc','password','dgraph.x','DGRAPH.x','owlgate', 'a<b', 'a>b', '\ud800', '\ud800\udc00',
];
forEachEngine((engine) => {
  it('probes', async () => {
    const out: Record<string, string> = {};
    for (const n of NAMES) {
      await engine.reset();
      const ok = async (r: any, f: (b: Answer) => boolean = () => true): Promise<string> => {
        const { body } = await post(engine.url, r);
        if (body.errors) return `E:${body.errors[0].message.slice(0, 140)}`;
        return f(body.data) ? '+' : `-${JSON.stringify(body.data).slice(0, 140)}`;
      };
      const has = (v: string) => (d: Answer) => (d.q ?? []).some((x: any) => x[n] === v);
      const r: Record<string, string> = {};
      r['pred'] = await ok(alter(`<${n}>: string @index(exact) @count .`));
      r['rdf'] = await ok(rdf(`{ set { _:a <${n}> "v" . } }`));
      r['json'] = await ok(json({ set: { [n]: 'w' } }));
      r['sel'] = await ok(query(`{ q(func: has(<${n}>)) { <${n}> } }`), (d) => has('v')(d) && has('w')(d));
      r['selv'] = r['sel'] === '+' ? '+' : await ok(query(`{ q(func: has(<${n}>)) { <${n}> } }`), has('v'));
      r['eq'] = await ok(query(`{ q(func: eq(<${n}>, "v"), orderasc: <${n}>) @filter(has(<${n}>)) { <${n}> } }`), has('v'));
      r['facets'] = await ok(json({ set: { uid: '0x100', [n]: 'f', [`${n}|k`]: true } }));
      r['facetsq'] = await ok(query(`{ q(func: uid(0x100)) { <${n}> @facets } }`), (d) => d.q[0]?.[`${n}|k`] === true);
      r['cnt'] = await ok(query(`{ q(func: has(<${n}>)) { count(<${n}>) c: <${n}> } }`), (d) => d.q.some((x: any) => x.c === 'v'));
      r['schema'] = await ok(query(`schema(pred: [<${n}>]) { type }`), (d) => d.schema?.[0]?.predicate === n);
      r['type'] = await ok(alter(`<zz>: string .\ntype <${n}> {\n  <zz>\n}`));
      r['typed'] = await ok(json({ set: { uid: '0x200', 'dgraph.type': n, zz: 'z' } }));
      r['typefn'] = await ok(query(`{ q(func: type(<${n}>)) { zz } }`), (d) => d.q.length === 1);
      r['expand'] = await ok(query(`{ q(func: uid(0x200)) { expand(<${n}>) } }`), (d) => d.q[0]?.zz === 'z');
      r['field'] = await ok(alter(`type Tt {\n  <${n}>\n}`));
      r['del'] = await ok(rdf(`{ delete { <0x100> <${n}> * . } }`));
      await engine.reset();
      r['edge'] = await ok(alter(`<${n}>: [uid] @reverse @count .`));
      r['edgeset'] = await ok(json({ set: { uid: '0x1', [n]: [{ uid: '0x2', [`${n}|k`]: true }] } }));
      r['edgesel'] = await ok(query(`{ q(func: uid(0x1)) { <${n}> @facets { uid } } }`), (d) => d.q[0]?.[n]?.[0]?.uid === '0x2');
      r['rev'] = await ok(query(`{ q(func: uid(0x2)) { <~${n}> { uid } } }`), (d) => d.q[0]?.[`~${n}`]?.[0]?.uid === '0x1');
      out[n.length > 40 ? `${n[0]}*${n.length}` : n] = Object.entries(r).filter(([, v]) => v !== '+').map(([k, v]) => `${k}=${v}`).join(' ');
    }
    writeFileSync(`/tmp/names18/${engine.name}.json`, JSON.stringify(out, null, 1));
  }, 900000);
});
