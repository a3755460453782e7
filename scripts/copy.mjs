// Copies a graph from one gateway or engine to another: schema, asserted data with facets, and the ontology in force.
//
//     node scripts/copy.mjs http://localhost:8080 http://other:8080 [--page 1000]
//
// What was inferred is left out: the ontology, loaded at the end, infers it again. Uids change. Values of type password
// cannot be read from Dgraph and stay behind. The target should be empty; the source should not be written to meanwhile.
import { isInteger, parse, stringify } from 'lossless-json';

const [from, to, ...flags] = process.argv.slice(2);
const page = flags[0] === '--page' ? Number(flags[1]) : 1000;
if (!from || !to || !Number.isInteger(page) || page < 1) {
  fail('usage: node scripts/copy.mjs <from> <to> [--page 1000], both http://host:port');
}

const INFERRED = 'owl.inferred';
/** Integers that a double does not hold keep their digits. */
const number = (text) => (isInteger(text) && !Number.isSafeInteger(Number(text)) ? BigInt(text) : Number(text));

/** Dgraph's own, and the gateway's. */
const ours = (name) => /^(dgraph|owlgate)\./.test(name);
const quoted = (name) => `<${name}>`;

try {
  await main();
} catch (error) {
  fail(error.message);
}

async function main() {
  const { schema, types } = await query('schema {}');
  const predicates = schema.filter(({ predicate }) => !ours(predicate));
  const kept = types.filter(({ name }) => !ours(name));
  await post(to, '/alter', 'text/plain', [...predicates.map(declaration), ...kept.map(typeDeclaration)].join('\n'));

  /** Source uid → target uid. */
  const uids = new Map();
  let facts = 0;
  const typed = { predicate: 'dgraph.type', type: 'string', list: true };
  for (const predicate of [typed, ...predicates]) {
    if (predicate.type === 'password') {
      say(`${predicate.predicate}: passwords cannot be read, and stay behind`);
      continue;
    }
    facts += await copyPredicate(predicate, uids);
  }
  say(`${facts} facts of ${uids.size} nodes copied`);
  await copyOntology();
}

async function copyPredicate({ predicate, type, lang }, uids) {
  const name = quoted(predicate);
  const selected = type === 'uid' ? `${name} @facets { uid }` : lang ? `${name}@* @facets` : `${name} @facets`;
  // A node of Dgraph's own.
  const others = predicate === 'dgraph.type' ? ' @filter(NOT type(dgraph.graphql))' : '';
  let after = '0x0';
  let facts = 0;
  for (;;) {
    const { q } = await query(
      `{ q(func: has(${name}), first: ${page}, after: ${after})${others} { uid ${selected} } }`,
    );
    if (q.length === 0) return facts;
    after = q.at(-1).uid;
    const set = q.map((node) => asserted(node, predicate)).filter((node) => Object.keys(node).length > 1);
    facts += set.length;
    if (set.length > 0) await write(set, uids);
    if (q.length < page) return facts;
  }
}

/** A node without what was inferred of it. Facets of a list stand beside it, by place; those of edges within the edge. */
function asserted(node, predicate) {
  const found = node[predicate];
  const mark = node[`${predicate}|${INFERRED}`];
  if (Array.isArray(found) && typeof found[0] === 'object' && found[0] !== null) {
    const edges = found.filter((edge) => !edge[`${predicate}|${INFERRED}`]);
    return edges.length > 0 ? { uid: node.uid, [predicate]: edges } : { uid: node.uid };
  }
  if (mark === undefined) return found?.[`${predicate}|${INFERRED}`] ? { uid: node.uid } : node;
  if (!Array.isArray(found)) return { uid: node.uid };
  const keep = found.map((_, i) => i).filter((i) => mark[i] !== true);
  if (keep.length === 0) return { uid: node.uid };
  const kept = { uid: node.uid, [predicate]: keep.map((i) => found[i]) };
  for (const [key, byPlace] of Object.entries(node)) {
    if (!key.startsWith(`${predicate}|`) || key === `${predicate}|${INFERRED}`) continue;
    const moved = keep.flatMap((i, at) => (byPlace[i] === undefined ? [] : [[at, byPlace[i]]]));
    if (moved.length > 0) kept[key] = Object.fromEntries(moved);
  }
  return kept;
}

/** Writes nodes, each under the uid that it has in the target, or as a new one. */
async function write(nodes, uids) {
  const rename = (value) => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        key === 'uid' ? [key, uids.get(inner) ?? `_:${inner}`] : [key, rename(inner)],
      ),
    );
  };
  const body = stringify({ set: nodes.map(rename) });
  const { uids: made } = (await post(to, '/mutate?commitNow=true', 'application/json', body)).data;
  for (const [label, uid] of Object.entries(made ?? {})) uids.set(label, uid);
}

async function copyOntology() {
  const response = await fetch(`${from}/ontology`, { headers: { Accept: 'application/json' } });
  if (!response.ok) return say('the source has no ontology in force');
  const { source, profile } = await response.json();
  const { materialization } = await post(to, `/ontology?profile=${profile}`, 'text/turtle', source);
  say(`ontology loaded; ${materialization.inferred} facts inferred`);
}

function declaration({ predicate, type, list, index, tokenizer, index_specs, reverse, count, upsert, unique, lang }) {
  const indexes = index_specs
    ? index_specs.map(({ name, options }) => {
        const given = (options ?? []).map(({ key, value }) => `${key}: ${JSON.stringify(value)}`).join(', ');
        return given === '' ? name : `${name}(${given})`;
      })
    : (tokenizer ?? []);
  const directives = [
    index && indexes.length > 0 && `@index(${indexes.join(', ')})`,
    reverse && '@reverse',
    count && '@count',
    lang && '@lang',
    upsert && '@upsert',
    unique && '@unique',
  ].filter(Boolean);
  return `${quoted(predicate)}: ${list ? `[${type}]` : type} ${directives.join(' ')} .`;
}

function typeDeclaration({ name, fields }) {
  const lines = (fields ?? []).map((field) => `  ${quoted(field.name)}`);
  return `type ${quoted(name)} {\n${lines.join('\n')}\n}`;
}

async function query(text) {
  return (await post(from, '/query', 'application/dql', text)).data;
}

async function post(url, path, type, body) {
  const response = await fetch(url.replace(/\/$/, '') + path, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  });
  const answer = parse(await response.text(), undefined, number);
  if (answer.errors) throw new Error(`${url}${path}: ${answer.errors.map(({ message }) => message).join('; ')}`);
  return answer;
}

function say(text) {
  process.stderr.write(`copy: ${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}
