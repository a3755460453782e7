/** Writes the JSON text of the answer from the nodes that have run. */
import { invariant } from '../../../util/assert';
import { QueryError } from '../../plan';
import { jsonValue, type Value } from '../../values';
import type { StoredValue, UidList } from '../../storage/view';
import type { Context } from '../context';
import { edgeFacetsOf, shownFacets, type ShownFacet } from '../facets';
import type { GroupKey, GroupRow, Node } from '../node';
import { contains, indexOf } from '../uids';
import { WHOLE } from '../variables';
import { countName, edgeName, fieldName, valueName } from './names';
import { normalize } from './normalize';
import { entriesText, TextSink, TreeSink, type Sink } from './sink';

/** Object of `data`: one field for each block with output. */
export function writeBlocks(ctx: Context, blocks: readonly Node[]): string {
  const out = new TextSink();
  for (const block of blocks) {
    const name = block.plan.alias;
    if (name === 'var' || name === 'shortest') continue;
    if (usesNormalize(block)) {
      const tree = new TreeSink();
      writeBlock(ctx, block, tree);
      for (const { json, fields, list } of tree.entries) out.add(name, fields ? entriesText(fields) : json, list);
    } else {
      writeBlock(ctx, block, out);
    }
  }
  return out.close();
}

function usesNormalize(node: Node): boolean {
  return node.plan.normalize || node.children.some(usesNormalize);
}

const uidText = (uid: number): string => `"0x${uid.toString(16)}"`;

function writeBlock(ctx: Context, block: Node, out: Sink): void {
  const name = block.plan.alias;
  if (block.plan.empty) {
    writeAggregates(block, out);
    return;
  }
  if (block.matrix.length === 0) {
    out.addChild(name, out.child(), true);
    return;
  }
  let hasOutput = writeUidCounts(block, name, block.dest.length, out);
  if (block.plan.groupBy) {
    if (block.groups?.[0]) writeGroups(block.groups[0], name, out);
    return;
  }
  for (const uid of showsNodes(block) ? block.matrix[0]! : []) {
    if (!contains(block.dest, uid)) continue;
    const object = out.child();
    writeNode(ctx, block, uid, object);
    if (object.isEmpty) continue;
    hasOutput = true;
    if (block.plan.normalize) addNormalized(ctx, name, object, out);
    else out.addChild(name, object, true);
  }
  if (!hasOutput) out.addChild(name, out.child(), true);
}

/** True if single nodes are shown. A block with only a count may have very many nodes. */
const showsNodes = ({ children, onPath, weight }: Node): boolean =>
  onPath || weight !== undefined || children.some(({ plan }) => plan.role !== 'count-uid');

/** Adds the flat rows of an object. A block with @normalize is written to a tree. */
function addNormalized(ctx: Context, name: string, object: Sink, out: Sink): void {
  invariant(object instanceof TreeSink && out instanceof TreeSink, 'a normalized block is written to a tree');
  for (const row of normalize(object.entries, ctx.limits)) out.addObject(name, row, true);
}

/** Writes the results of a block without a function, one object each. */
function writeAggregates(block: Node, out: Sink): void {
  const name = block.plan.alias;
  for (const child of block.children) {
    const { plan } = child;
    const value = child.valueMap?.get(WHOLE);
    if (!value && plan.role === 'math') {
      throw new QueryError('Only aggregated variables allowed within empty block.', plan.span);
    }
    if (plan.normalize && plan.alias === '') continue;
    const object = out.child();
    object.add(valueName(plan), (value && jsonValue(value)) ?? 'null', false);
    out.addChild(name, object, true);
  }
  if (out.isEmpty) out.addChild(name, out.child(), true);
}

/** Writes `count(uid)` of the children, as an object beside those of the nodes. */
function writeUidCounts(node: Node, name: string, count: number, out: Sink): boolean {
  let hasOutput = false;
  for (const { plan } of node.children) {
    if (plan.role !== 'count-uid' || (plan.normalize && plan.alias === '')) continue;
    const object = out.child();
    object.add(plan.alias === '' ? 'count' : plan.alias, String(count), false);
    out.addChild(name, object, true);
    hasOutput = true;
  }
  return hasOutput;
}

function writeGroups(rows: readonly GroupRow[], name: string, out: Sink): void {
  if (rows.length === 0) return;
  const object = out.child();
  for (const row of rows) {
    const group = out.child();
    for (const { name: key, key: groupKey } of row.keys) addJson(group, key, groupKeyJson(groupKey));
    for (const { name: key, value } of row.results) addJson(group, key, jsonValue(value));
    object.addChild('@groupby', group, true);
  }
  out.addChild(name, object, true);
}

function groupKeyJson(key: GroupKey): string | undefined {
  return 'uid' in key ? uidText(key.uid) : jsonValue(key.value);
}

function addJson(out: Sink, name: string, json: string | undefined): void {
  if (json !== undefined) out.add(name, json, false);
}

function addUid(out: Sink, uid: number): void {
  if (!out.has('uid')) out.add('uid', uidText(uid), false);
}

/** Approximate size of an object, and of a value other than text, in an answer and in memory. */
const OBJECT_CHARACTERS = 32;
const VALUE_CHARACTERS = 16;

/** Writes the fields of one node. */
function writeNode(ctx: Context, node: Node, uid: number, out: Sink): void {
  ctx.limits.step();
  ctx.limits.write(OBJECT_CHARACTERS);
  const reflexive = node.plan.ignoreReflex;
  if (reflexive) {
    if (node.trail.includes(uid)) return;
    node.trail.push(uid);
  }
  for (const child of node.children) writeField(ctx, node, child, uid, out);
  if (reflexive) node.trail.pop();
  if ((ctx.debug && !out.isEmpty) || node.onPath) addUid(out, uid);
  if (node.weight !== undefined) addJson(out, '_weight_', jsonValue({ type: 'float', value: node.weight }));
}

function writeField(ctx: Context, node: Node, child: Node, uid: number, out: Sink): void {
  const { plan } = child;
  if (child.isInternal) {
    if (plan.role === 'expand' || plan.role === 'count-uid' || (plan.normalize && plan.alias === '')) return;
    const value = child.valueMap?.get(uid);
    if (value) addValue(out, valueName(plan), value, false);
    return;
  }
  if (child.matrix.length === 0) return;
  const index = indexOf(child.src, uid);
  if (index < 0) return;
  if (child.groups) {
    const rows = child.groups[index];
    if (rows) writeGroups(rows, edgeName(plan), out);
  } else if (child.counts.length > 0) {
    if (!plan.normalize || plan.alias !== '') out.add(countName(plan), String(child.counts[index]!), false);
  } else if (plan.password !== undefined) {
    const value = child.values[index]?.[0]?.value;
    const name = plan.alias === '' ? `checkpwd(${plan.attr})` : plan.alias;
    out.add(name, value?.type === 'bool' && value.value ? 'true' : 'false', false);
  } else if ((child.matrix[index]?.length ?? 0) > 0) {
    writeEdges(ctx, node, child, index, uid, out);
  } else if (plan.role === 'uid') {
    if (plan.alias === '') addUid(out, uid);
    else out.add(plan.alias, uidText(uid), false);
  } else {
    const remainingFacets = child.facetMatrix?.[index];
    if (remainingFacets) writeFacetsLeft(ctx, child, uid, remainingFacets, out);
    writeValues(ctx, child, child.values[index] ?? [], out);
  }
}

const shownEdgeFacets = (ctx: Context, node: Node, from: number, to: number): readonly ShownFacet[] =>
  shownFacets(edgeFacetsOf(ctx.view, node, from, to), node.plan.facets!, edgeName(node.plan));

/** Writes the facets of edges that were all removed; Dgraph shows them like those of values. */
function writeFacetsLeft(ctx: Context, node: Node, from: number, ends: UidList, out: Sink): void {
  writeFacetLists(
    node,
    Array.from(ends, (to) => shownEdgeFacets(ctx, node, from, to)),
    out,
  );
}

function writeEdges(ctx: Context, parent: Node, node: Node, index: number, from: number, out: Sink): void {
  const { plan } = node;
  const name = edgeName(plan);
  const list = node.matrix[index]!;
  if (plan.ignoreReflex) node.trail = parent.trail;
  const facets = node.facetMatrix?.[index];
  for (let place = 0; place < list.length; place++) {
    const uid = list[place]!;
    const object = out.child();
    writeNode(ctx, node, uid, object);
    if (object.isEmpty) continue;
    if (ctx.debug) addUid(object, uid);
    if (facets && place < facets.length) {
      for (const { name: facet, json } of shownEdgeFacets(ctx, node, from, facets[place]!)) {
        object.add(facet, json, false);
      }
    }
    if (plan.normalize) addNormalized(ctx, name, object, out);
    else out.addChild(name, object, node.isList);
  }
  writeUidCounts(node, name, list.length, out);
}

function writeValues(ctx: Context, node: Node, values: readonly StoredValue[], out: Sink): void {
  if (values.length === 0) return;
  const { plan } = node;
  const name = fieldName(plan);
  if (plan.facets && !node.withoutFacets) writeValueFacets(node, values, name, out);
  if (plan.normalize && plan.alias === '' && !plan.allLanguages) return;
  for (const { value, lang } of values) {
    ctx.limits.write(typeof value.value === 'string' ? VALUE_CHARACTERS + value.value.length : VALUE_CHARACTERS);
    if (plan.allLanguages) {
      addValue(out, lang === '' ? name : `${name}@${lang}`, value, node.isList && lang === '');
    } else {
      addValue(out, name, value, node.isList && plan.predicate!.langs.length === 0);
    }
  }
}

function writeValueFacets(node: Node, values: readonly StoredValue[], name: string, out: Sink): void {
  writeFacetLists(
    node,
    values.map(({ facets }) => shownFacets(facets, node.plan.facets!, name)),
    out,
  );
}

/** Writes the facets of several values, by index if the predicate is a list. */
function writeFacetLists(node: Node, lists: readonly (readonly ShownFacet[])[], out: Sink): void {
  if (!node.isList) {
    for (const { name, json } of lists.flat()) out.add(name, json, false);
    return;
  }
  const maps = new Map<string, string[]>();
  lists.forEach((facets, index) => {
    for (const { name, json } of facets) {
      const map = maps.get(name) ?? [];
      map.push(`"${index}":${json}`);
      maps.set(name, map);
    }
  });
  for (const [facet, pairs] of maps) out.addFacetMap(facet, `{${pairs.join(',')}}`);
}

function addValue(out: Sink, name: string, value: Value, list: boolean): void {
  const json = jsonValue(value);
  if (json === undefined) return;
  if (value.type !== 'float32vector') out.add(name, json, list);
  // A vector is a list of numbers.
  else for (const number of json.slice(1, -1).split(',')) out.add(name, number, true);
}
