/** Worlds for questions: ontology, facts, documents, and questions with their answers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const here = fileURLToPath(new URL('worlds', import.meta.url));

/** Names of the worlds in this folder. */
export const WORLDS = readdirSync(here).sort().reverse();

/**
 * @typedef {object} Question
 * @property {'lookup' | 'multi-hop' | 'hierarchy' | 'inverse' | 'negative'} kind
 * @property {string} asks
 * @property {string[]} answer names in a right answer, | between spellings; empty if the right answer is null
 * @property {string} [of] kind of the requested names
 * @property {'text' | 'graph' | 'inferred'} [in] place of the answer: documents only, asserted or inferred facts
 * @property {string[]} from sources of the documents that support it
 * @property {'varied'} [wording]
 *
 * @param {string} world a name, or a folder with ontology.ttl, facts.ttl, questions.yaml and documents/*.md
 * @returns {{ontology: string, schema?: string, facts: string, documents: {source: string, text: string}[],
 *  names: Record<string, string[]>, questions: Question[], heldOut: boolean}} answers of a world that is held out
 * are never shown
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
