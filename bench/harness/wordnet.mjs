/**
 * WordNet as RDF: the database files of WordNet 3.1 (`data.*` and `index.sense`, in the folder `OWLGATE_WORDNET`) as
 * N-Triples, and an ontology of their terms. Senses of words are blank nodes. Of two inverse pointers, one is stated.
 */
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import * as path from 'node:path';

const folder = process.env.OWLGATE_WORDNET ?? '';
const TERMS = 'http://example.org/wordnet#';
const NODES = 'http://example.org/wordnet/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const RDF_TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';

/** Files, with the class of their synsets. Satellites of adjectives are adjectives in the file. */
const FILES = [
  ['noun', 'Noun'],
  ['verb', 'Verb'],
  ['adj', 'Adjective'],
  ['adv', 'Adverb'],
];
/** Pointers of synsets and of senses, by symbol; symbols of inverses are absent. */
const POINTERS = {
  '!': 'antonymOf',
  '@': 'hyponymOf',
  '@i': 'instanceOf',
  '#m': 'memberMeronymOf',
  '#s': 'substanceMeronymOf',
  '#p': 'partMeronymOf',
  '=': 'attribute',
  '+': 'derivationallyRelated',
  ';c': 'inTopic',
  ';r': 'inRegion',
  ';u': 'inUsage',
  '*': 'entails',
  '>': 'causes',
  '^': 'seeAlso',
  $: 'sameVerbGroupAs',
  '&': 'similarTo',
  '<': 'participleOf',
  '\\': 'pertainsTo',
};

export const hasWordnet = () => existsSync(path.join(folder, 'data.noun'));

export const wordnetOntology = () => `@prefix : <${TERMS}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <${XSD}> .
<http://example.org/wordnet> a owl:Ontology .
:Synset a owl:Class . :Word a owl:Class ; owl:disjointWith :Synset , :WordSense .
:WordSense a owl:Class ; owl:disjointWith :Synset .
${FILES.map(([, name]) => `:${name}Synset a owl:Class ; rdfs:subClassOf :Synset .`).join('\n')}
:gloss a owl:DatatypeProperty ; rdfs:domain :Synset ; rdfs:range rdf:langString .
:lexicalForm a owl:DatatypeProperty ; rdfs:domain :Word ; rdfs:range rdf:langString .
:senseKey a owl:DatatypeProperty ; rdfs:domain :WordSense ; rdfs:range xsd:string .
:lexicalDomain a owl:DatatypeProperty ; rdfs:domain :Synset ; rdfs:range xsd:integer .
:tagCount a owl:DatatypeProperty ; rdfs:range xsd:integer . :number a owl:DatatypeProperty ; rdfs:range xsd:integer .
:inSynset a owl:ObjectProperty ; rdfs:domain :WordSense ; rdfs:range :Synset ; owl:inverseOf :containsSense .
:word a owl:ObjectProperty ; rdfs:domain :WordSense ; rdfs:range :Word ; owl:inverseOf :sense .
:containsSense a owl:ObjectProperty . :sense a owl:ObjectProperty .
:hyponymOf a owl:ObjectProperty ; owl:inverseOf :hypernymOf . :hypernymOf a owl:ObjectProperty .
:meronymOf a owl:ObjectProperty ; owl:inverseOf :holonymOf . :holonymOf a owl:ObjectProperty .
${['member', 'substance', 'part'].map((kind) => `:${kind}MeronymOf rdfs:subPropertyOf :meronymOf .`).join('\n')}
${Object.values(POINTERS)
  .map((name) => `:${name} a owl:ObjectProperty${SYMMETRIC.has(name) ? ' , owl:SymmetricProperty' : ''} .`)
  .join('\n')}
`;
const SYMMETRIC = new Set(['antonymOf', 'derivationallyRelated', 'sameVerbGroupAs', 'similarTo', 'attribute']);

/** Writes N-Triples. @returns {Promise<number>} their number */
export async function writeWordnet(file) {
  const senses = readSenses();
  const words = new Set();
  const output = createWriteStream(file);
  let count = 0;
  let text = '';
  const add = (subject, property, object) => {
    text += `${subject} ${property === 'a' ? RDF_TYPE : `<${TERMS}${property}>`} ${object} .\n`;
    count++;
  };
  for (const [name, kind] of FILES) {
    for (const line of linesOf(`data.${name}`)) {
      addSynset(line, kind, { senses, words, add });
      if (text.length > 1 << 16) {
        if (!output.write(text)) await once(output, 'drain');
        text = '';
      }
    }
  }
  output.end(text);
  await once(output, 'close');
  return count;
}

/** Adds a synset; wndb(5WN) describes the fields. */
function addSynset(line, kind, { senses, words, add }) {
  const bar = line.indexOf('|');
  const fields = line.slice(0, bar).trim().split(' ');
  const [offset, domain, type] = fields;
  const synset = synsetOf(offset, type);
  add(synset, 'a', `<${TERMS}${kind}Synset>`);
  add(synset, 'lexicalDomain', integer(Number(domain)));
  add(synset, 'gloss', `${quoted(line.slice(bar + 1).trim())}@en`);
  const size = Number.parseInt(fields[3], 16);
  for (let i = 0; i < size; i++) {
    const lemma = fields[4 + 2 * i].replace(/\((?:a|p|ip)\)$/, '');
    const sense = senseOf(offset, type, i + 1);
    const word = `<${NODES}word-${encodeURIComponent(lemma.toLowerCase())}>`;
    add(sense, 'a', `<${TERMS}WordSense>`);
    add(sense, 'inSynset', synset);
    add(sense, 'word', word);
    add(sense, 'number', integer(i + 1));
    const key = senses.get(`${offset} ${typeOf(type)} ${lemma.toLowerCase()}`);
    if (key) {
      add(sense, 'senseKey', quoted(key.key));
      add(sense, 'tagCount', integer(key.count));
    }
    if (words.has(word)) continue;
    words.add(word);
    add(word, 'a', `<${TERMS}Word>`);
    add(word, 'lexicalForm', `${quoted(lemma.replaceAll('_', ' '))}@en`);
  }
  const first = 4 + 2 * size;
  for (let i = 0; i < Number(fields[first]); i++) {
    const [symbol, target, targetType, ends] = fields.slice(first + 1 + 4 * i, first + 5 + 4 * i);
    const property = POINTERS[symbol];
    if (property === undefined) continue;
    const [from, to] = [ends.slice(0, 2), ends.slice(2)].map((number) => Number.parseInt(number, 16));
    if (from === 0) add(synset, property, synsetOf(target, targetType));
    else add(senseOf(offset, type, from), property, senseOf(target, targetType, to));
  }
}

/** Returns keys and counts of senses by synset and word. */
function readSenses() {
  const senses = new Map();
  for (const line of linesOf('index.sense')) {
    const [key, offset, , count] = line.split(' ');
    const [lemma, rest] = key.split('%');
    senses.set(`${offset} ${'nvara'[Number(rest[0]) - 1]} ${lemma}`, { key, count: Number(count) });
  }
  return senses;
}

/** Satellites are in the file of adjectives, and pointers name them as adjectives. */
const typeOf = (type) => (type === 's' ? 'a' : type);
const synsetOf = (offset, type) => `<${NODES}synset-${offset}-${typeOf(type)}>`;
const senseOf = (offset, type, number) => `_:s${offset}${typeOf(type)}${number}`;
const quoted = (text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const integer = (value) => `"${value}"^^<${XSD}integer>`;

/** Returns the lines of a file without its licence, whose lines begin with blanks. */
const linesOf = (name) =>
  readFileSync(path.join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('  '));
