/** Worlds that questions are asked about: ontology, facts, documents, questions with their answers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const here = fileURLToPath(new URL('worlds', import.meta.url));

/** Those that are here. */
export const WORLDS = readdirSync(here).sort().reverse();

/**
 * @typedef {object} Question
 * @property {'lookup' | 'multi-hop' | 'hierarchy' | 'inverse' | 'negative'} kind
 * @property {string} asks
 * @property {string[]} answer what a right answer names, | between spellings; empty where the right answer is null
 * @property {string} [of] the kind of names that it asks for
 * @property {'text' | 'graph' | 'inferred'} [in] where the answer is: in documents only, stated, or it follows
 * @property {string[]} from sources of the documents that support it
 * @property {'varied'} [wording]
 *
 * @param {string} world a name, or a folder with ontology.ttl, facts.ttl, questions.yaml and documents/*.md
 * @returns {{ontology: string, schema?: string, facts: string, documents: {source: string, text: string}[],
 *  names: Record<string, string[]>, questions: Question[], heldOut: boolean}} of one that is held out, no answers are
 * shown
 */
export function readWorld(world) {
  const folder = WORLDS.includes(world) ? path.join(here, world) : world;
  const read = (...file) => readFileSync(path.join(folder, ...file), 'utf8');
  const { names, questions, held_out: heldOut = false } = parse(read('questions.yaml'));
  return {
    ontology: read('ontology.ttl'),
    schema: existsSync(path.join(folder, 'schema.dql')) ? read('schema.dql') : undefined,
    facts: read('facts.ttl'),
    documents: readdirSync(path.join(folder, 'documents'))
      .filter((file) => file.endsWith('.md'))
      .sort()
      .map((file) => ({ source: file.slice(0, -'.md'.length), text: read('documents', file) })),
    names,
    questions,
    heldOut,
  };
}
