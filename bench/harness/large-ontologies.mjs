/** Generated ontologies of any size in Turtle: a chain of classes, one parent of all, or a tree. */

const SHAPES = {
  deep: (i) => i - 1,
  wide: () => 0,
  tree: (i) => Math.floor((i - 1) / 8),
};

export const shapes = Object.keys(SHAPES);

/**
 * @param {'deep' | 'wide' | 'tree'} shape
 * @param {number} classes `C0`, the top, `C1` …
 * @param {number} properties `p0`, `p1` …, with evenly spread domains; every third is an object property
 * @returns {string}
 */
export function largeOntology(shape, classes, properties) {
  const parent = SHAPES[shape];
  const lines = [
    '@prefix : <http://large.example/#> .',
    '@prefix owl: <http://www.w3.org/2002/07/owl#> .',
    '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
    '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .',
    '<http://large.example/> a owl:Ontology .',
  ];
  for (let i = 0; i < classes; i++) {
    lines.push(`:C${i} a owl:Class ; rdfs:label "class ${i}"${i > 0 ? ` ; rdfs:subClassOf :C${parent(i)}` : ''} .`);
  }
  for (let i = 0; i < properties; i++) {
    const domain = Math.floor((i * classes) / properties);
    const [kind, range] =
      i % 3 === 0 ? ['ObjectProperty', `:C${classes - 1 - domain}`] : ['DatatypeProperty', 'xsd:string'];
    lines.push(`:p${i} a owl:${kind} ; rdfs:domain :C${domain} ; rdfs:range ${range} .`);
  }
  return `${lines.join('\n')}\n`;
}
