import { mergeWarnings } from '../../../src/ontology';
import { load } from '../../support/ontology/documents';

describe('mergeWarnings', () => {
  it('leaves a single warning as it is', () => {
    const { warnings } = load(':A a owl:Class . :B rdfs:subClassOf :A .');
    expect(mergeWarnings(warnings)).toEqual([
      {
        code: 'undeclared',
        message:
          ':B: terms must be declared; this one is read as owl:Class by its use. Instead: add ":B a owl:Class ."',
        line: 2,
        column: 18,
      },
    ]);
  });

  it('merges warnings of one kind, with a count and examples, in the order of the first', () => {
    const imports = Array.from({ length: 451 }, (_, i) => `<http://e/o> owl:imports <http://e/${i}> .`).join('\n');
    const { warnings } = load(`<http://e/o> a owl:Ontology . :A a owl:Class .\n${imports}\n:B rdfs:subClassOf :A .`);
    const merged = mergeWarnings(warnings);
    expect(merged.map(({ code, count, line }) => [code, count, line])).toEqual([
      ['imports', 451, 3],
      ['undeclared', undefined, 454],
    ]);
    const [first] = merged;
    expect(first!.examples).toHaveLength(10);
    expect(first!.examples![1]).toEqual({
      text: '<http://e/o> owl:imports <http://e/1>',
      line: 4,
      column: 26,
    });
    expect(first!.message).toBe(
      '451 times: owl:imports is not followed: <http://e/o> owl:imports <http://e/0> (line 3), ' +
        ('<http://e/o> owl:imports <http://e/1> (line 4), <http://e/o> owl:imports <http://e/2> (line 5), and ' +
          '448 more. ') +
        'Instead: send the imported ontology along, or merge the documents',
    );
  });

  it('names an axiom once that breaks a rule in several places', () => {
    const some = (name: string) => `[ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :${name} ]`;
    const both = (a: string, b: string) => `[ owl:intersectionOf (${some(a)} ${some(b)}) ]`;
    const { warnings } = load(
      `:A a owl:Class . :B a owl:Class . :C a owl:Class . :D a owl:Class . :p a owl:ObjectProperty .
       :A rdfs:subClassOf ${both('B', 'C')} .
       :B rdfs:subClassOf ${both('C', 'D')} .
       :C rdfs:subClassOf ${both('D', 'A')} .
       :D rdfs:subClassOf ${both('A', 'B')} .`,
      { profile: 'lenient' },
    );
    const [existential] = mergeWarnings(warnings).filter(({ code }) => code === 'superclass-existential');
    expect(existential!.count).toBe(8);
    expect(existential!.examples!.map(({ line }) => line)).toEqual([3, 4, 5, 6]);
    expect(existential!.message).toMatch(/^8 times: .*\(line 3\), .*\(line 4\), .*\(line 5\), and 2 more\. /);
  });

  it.each([
    ':A a owl:Class . :p a owl:AnnotationProperty . :q a owl:ObjectProperty . :p rdfs:subPropertyOf :q .',
    ':A a owl:Class . :p a owl:AnnotationProperty . :q a owl:ObjectProperty . :q rdfs:subPropertyOf :p .',
    ':p a owl:ObjectProperty , owl:TransitiveProperty , owl:AsymmetricProperty .',
    ':A a owl:Class . :p a owl:ObjectProperty , owl:AnnotationProperty .',
    ':A a owl:Class . :B a owl:Class . :C a owl:Class ; rdfs:subClassOf [ owl:unionOf (:A :B) ] .',
    ':A a owl:Class ; owl:disjointWith :B . :B a owl:Class . :C a owl:Class ; rdfs:subClassOf :A , :B .',
    ':A a owl:Class ; owl:disjointWith :B . :B a owl:Class . :p a owl:ObjectProperty ; rdfs:domain :A , :B .',
    ':A a owl:Class . :p a rdf:Property ; rdfs:range :A .',
    ':d a owl:DatatypeProperty ; rdfs:range :Unknown .',
    ':A a owl:Class ; rdfs:Label "a" .',
  ])('merges warnings about different terms: %s', (text) => {
    const other = text.replace(/:([A-Za-z])\b/g, ':$1_other').replace(':Unknown', ':Unknown_other');
    const countOf = (document: string) => mergeWarnings(load(document, { profile: 'lenient' }).warnings).length;
    expect(countOf(text)).toBeGreaterThan(0);
    expect(countOf(`${text}\n${other}`)).toBe(countOf(text));
  });

  it('keeps rules of one code apart', () => {
    const { warnings } = load(':A a owl:Class . :B rdfs:subClassOf :A . :C rdfs:subClassOf :A . :C :p :x .');
    const kinds = mergeWarnings(warnings).filter(({ code }) => code === 'undeclared');
    expect(kinds.map(({ count }) => count)).toContain(2);
    expect(kinds.length).toBeGreaterThan(1);
  });

  it('merges warnings without a rule by their code', () => {
    const warnings = ['a', 'b', 'c'].map((name, i) => ({
      code: 'renamed',
      message: `${name} is renamed`,
      line: i + 1,
    }));
    expect(mergeWarnings([...warnings, { code: 'other', message: 'alone' }])).toEqual([
      {
        code: 'renamed',
        message: 'a is renamed (and 2 more of this kind)',
        line: 1,
        count: 3,
        examples: warnings.map(({ message, line }) => ({ text: message, line })),
      },
      { code: 'other', message: 'alone' },
    ]);
  });
});
