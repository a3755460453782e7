/**
 * JSON texts: random values, values by a JSON Schema, and what only a text can have (duplicate members, huge numbers).
 */
import { mutateText, type Material } from '../generate/mutate';
import { ODD_NUMBERS, ODD_TEXTS } from '../generate/oddities';
import type { Random } from '../generate/random';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A value of any kind; objects take their names from `names`. */
export function randomJson(random: Random, names: readonly string[], depth = 4): Json {
  return random.weighted<() => Json>([
    [3, () => random.pick(ODD_TEXTS)],
    [2, () => random.pick([0, 1, -1, 1.5, 1e21, 2 ** 53, -0, 1e-7, 4])],
    [1, () => random.pick([true, false, null])],
    [depth > 0 ? 2 : 0, () => random.list(0, 3, () => randomJson(random, names, depth - 1))],
    [depth > 0 ? 4 : 0, () => randomObject(random, names, depth - 1)],
  ])();
}

export function randomObject(random: Random, names: readonly string[], depth = 3): { readonly [name: string]: Json } {
  // A member named __proto__ is a member.
  const object = Object.create(null) as Record<string, Json>;
  for (const name of random.list(0, 4, () => random.pick(names))) object[name] = randomJson(random, names, depth);
  return object;
}

/** JSON Schema as this program uses it. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A value that mostly fits. @param texts material for strings, by the name of the property */
export function bySchema(random: Random, schema: Schema, texts: (name: string) => string, name = ''): unknown {
  if (random.chance(0.06)) return randomJson(random, [name, 'x', 'uid'], 2);
  if (schema.enum) return random.pick(schema.enum);
  if (schema.oneOf) return bySchema(random, random.pick(schema.oneOf), texts, name);
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const entries = Object.entries(properties).filter(([key]) => required.includes(key) || random.chance(0.4));
      const extra = random.chance(0.05) ? [[random.pick(ODD_TEXTS), 1]] : [];
      return Object.fromEntries([
        ...entries.map(([key, inner]) => [key, bySchema(random, inner, texts, key)]),
        ...extra,
      ]) as unknown;
    }
    case 'array':
      return random.list(0, 3, () => bySchema(random, schema.items ?? {}, texts, name));
    case 'integer':
    case 'number':
      return random.chance(0.7)
        ? random.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, 1_000))
        : Number(random.pick(ODD_NUMBERS));
    case 'boolean':
      return random.chance(0.5);
    default:
      return random.chance(0.8) ? texts(name) : random.pick(ODD_TEXTS);
  }
}

const MATERIAL: Material = {
  words: ['{', '}', '[', ']', ':', ',', '"', 'null', 'true', '"a":1,', '"uid":"0x1"', '\\', '"\\ud800"', '""'],
  nests: [
    ['{"a":', '1', '}'],
    ['[', '1', ']'],
    ['[{"a":', '[]', '}]'],
  ],
};

/** The text of a value, damaged in places or not. @param words names and values of the format */
export function jsonText(random: Random, value: unknown, words: readonly string[] = [], intact = 0.6): string {
  const text = JSON.stringify(value) ?? 'null';
  if (random.chance(intact)) return text;
  if (random.chance(0.2)) return duplicated(random, text);
  const material = { ...MATERIAL, words: [...MATERIAL.words, ...words.map((word) => JSON.stringify(word))] };
  return mutateText(random, text, material, () => JSON.stringify(randomJson(random, words.length > 0 ? words : ['a'])));
}

/** A member twice, in another case, or with a number that no double holds. */
function duplicated(random: Random, text: string): string {
  const members = [...text.matchAll(/"(\w+)":/g)];
  if (members.length === 0) return text;
  const { 1: name = '', index } = random.pick(members);
  const spelled = random.pick([
    name,
    name.toUpperCase(),
    name.replaceAll('s', 'ſ'),
    `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
  ]);
  const value = random.pick(['null', '[]', '{}', '""', ...ODD_NUMBERS]);
  return `${text.slice(0, index)}"${spelled}":${value},${text.slice(index)}`;
}
