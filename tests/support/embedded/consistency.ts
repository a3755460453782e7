/** Consistency check: reverse edges, index and counts, recomputed from the data. */
import { indexedCount } from '../../../src/embedded/mutate';
import { findTokenizer, tokens } from '../../../src/embedded/tokenizers';
import type { StoreView } from '../../../src/embedded/storage';

/** Returns a description of every inconsistency. */
export function inconsistencies(view: StoreView): string[] {
  return [...view.schema.predicates()].flatMap(({ name }) => inconsistenciesOf(view, name));
}

function inconsistenciesOf(view: StoreView, name: string): string[] {
  const declaration = view.schema.predicate(name)!;
  const wrong: string[] = [];
  const compare = (kind: string, expected: Map<string, number[]>, actual: Map<string, number[]>): void => {
    for (const [key, uids] of expected) {
      const sorted = [...new Set(uids)].sort((a, b) => a - b);
      if (sorted.join() !== (actual.get(key) ?? []).join()) {
        wrong.push(
          `${name} ${kind} ${JSON.stringify(key)}: expected ${sorted.join()}, found ${(actual.get(key) ?? []).join()}`,
        );
      }
    }
    for (const [key, uids] of actual) {
      if (!expected.has(key))
        wrong.push(`${name} ${kind} ${JSON.stringify(key)}: expected nothing, found ${uids.join()}`);
    }
  };
  const add = (map: Map<string, number[]>, key: string | number, uid: number): void => {
    const list = map.get(String(key));
    if (list) list.push(uid);
    else map.set(String(key), [uid]);
  };

  const counts = new Map<string, number[]>();
  const reverse = new Map<string, number[]>();
  const index = new Map<string, Map<string, number[]>>();
  for (const { tokenizer } of declaration.index) if (findTokenizer(tokenizer)) index.set(tokenizer, new Map());
  for (const subject of view.subjects(name, false)) {
    if (declaration.type === 'uid') {
      const objects = view.uids(name, subject, false);
      if (objects.length === 0) wrong.push(`${name}: ${subject} is a subject without edges`);
      if (!declaration.list && objects.length > 1) wrong.push(`${name}: ${subject} has ${objects.length} edges`);
      if (view.uidCount(name, subject, false) !== objects.length) wrong.push(`${name}: wrong uidCount of ${subject}`);
      add(counts, objects.length, subject);
      for (const object of objects) add(reverse, object, subject);
      continue;
    }
    const values = view.values(name, subject);
    if (values.length === 0) wrong.push(`${name}: ${subject} is a subject without values`);
    if (!declaration.list && values.filter(({ lang }) => lang === '').length > 1) {
      wrong.push(`${name}: ${subject} has several untagged values`);
    }
    add(counts, indexedCount(declaration, values.length), subject);
    for (const { value, lang } of values) {
      for (const [tokenizer, lists] of index) {
        for (const token of safeTokens(value, tokenizer, lang)) add(lists, token.toString('latin1'), subject);
      }
    }
  }
  if (declaration.reverse) {
    const stored = new Map<string, number[]>();
    const reverseCounts = new Map<string, number[]>();
    for (const object of view.subjects(name, true)) {
      stored.set(String(object), [...view.uids(name, object, true)]);
      add(reverseCounts, view.uidCount(name, object, true), object);
    }
    compare('reverse of', reverse, stored);
    if (declaration.count) compare('count of reverse', reverseCounts, countLists(view, name, true));
  }
  if (declaration.count) compare('count', counts, countLists(view, name, false));
  for (const [tokenizer, lists] of index) {
    const stored = new Map<string, number[]>();
    for (const { token, uids } of view.indexRange(name, tokenizer, {})) {
      stored.set(token.toString('latin1'), [...uids]);
      if (view.indexed(name, tokenizer, token).join() !== uids.join())
        wrong.push(`${name}: ${tokenizer} differs from its range`);
    }
    compare(`index ${tokenizer}`, lists, stored);
  }
  return wrong;
}

function countLists(view: StoreView, name: string, reverse: boolean): Map<string, number[]> {
  const lists = new Map<string, number[]>();
  for (let count = 1; count <= 100; count++) {
    const uids = view.counted(name, reverse, count, count);
    if (uids.length > 0) lists.set(String(count), [...uids]);
  }
  return lists;
}

function safeTokens(value: Parameters<typeof tokens>[0], tokenizer: string, lang: string): Buffer[] {
  try {
    return tokens(value, tokenizer, lang);
  } catch {
    return [];
  }
}
