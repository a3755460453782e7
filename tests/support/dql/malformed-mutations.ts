/** Malformed mutations with Dgraph v25.4's messages, in which `…` stands for the body. */

interface MalformedMutation {
  readonly type: 'application/rdf' | 'application/json';
  readonly body: string;
  readonly message: string;
  /** True if the answer has no `data`: Dgraph refused the body before it carried out the request. */
  readonly isBeforehand: boolean;
}

type Row = readonly [body: string, message: string];

const BLOCKS: readonly Row[] = [
  ['upsert { mutation { set { _:a <note> "x" . } } }', 'line 1 column 48: Query op not found in upsert block'],
  ['{ set { _:a <note> "x" . } } }', 'while lexing … at line 1 column 29: Too many right curl'],
  [
    'upsert { query { q(func: uid(1)) { v as uid } } mutation @if(eq(len(v), 1)) @if(eq(len(v), 1)) ' +
      '{ set { uid(v) <note> "x" . } } }',
    'line 1 column 95: Expected { at the start of block. Got: [@if(eq(len(v), 1))]',
  ],
  ['{ set { _:a <note> "x" . } } foo', 'while lexing … at line 1 column 29: Invalid operation type: foo'],
  ['upsert { query { q(func: uid(1)) { v as uid } } }', 'line 1 column 49: Empty mutation block'],
  ['{ set', 'while lexing … at line 1 column 5: Unclosed mutation action'],
  ['{{ set', "while lexing … at line 1 column 1: Unexpected character while lexing DQL: U+007B '{'"],
  ['upsert ', 'while lexing … at line 1 column 7: Unclosed upsert block'],
  ['{ set { ', 'while lexing … at line 1 column 7: Unclosed mutation text'],
  ['# comment\n{  ', 'while lexing … at line 2 column 3: Invalid DQL'],
  ['upsert { query', 'while lexing … at line 1 column 14: Matching brackets not found'],
  ['{ ^^<xs:int> { _:a ', "while lexing … at line 1 column 2: Unexpected character while lexing DQL: U+005E '^'"],
  ['{ delete } <0x1> * * .', 'while lexing … at line 1 column 11: Invalid operation type: <0x1'],
  [' delete { <0x1> * * . } }', 'while lexing … at line 1 column 1: Invalid operation type: delete'],
  ['} delete { <0x1> * * . { }', 'while lexing … at line 1 column 0: Too many right curl'],
  [
    '{ 0 { <deletex1> * * . } }',
    "while lexing … at line 1 column 2: Unexpected character while lexing DQL: U+0030 '0'",
  ],
  [' set { _:a <name> "Ada" . } }', 'while lexing … at line 1 column 1: Invalid operation type: set'],
  ['{ set {"_:a <name> "Ada" . } }', 'while lexing … at line 1 column 7: Unclosed mutation value'],
  [
    '{ set[{ _:a <name> "Ada" . } }',
    "while lexing … at line 1 column 5: Unrecognized character inside mutation: U+005B '['",
  ],
  ['{ set {  :a  name> "Ada"<. }_}', 'line -1 column -1: Invalid mutation.'],
  [
    '{ delete {{ <0x1> <note> * . } }',
    "while lexing … at line 1 column 10: Invalid character '{' inside mutation text",
  ],
  ['x1 delete { <0{> <note> * . } .}', 'while lexing … at line 1 column 0: Invalid operation type: x1'],
  ['"t"{ delete { <0x1> <note> * . } }', 'while lexing … at line 1 column 0: Invalid operation type: "t'],
  ['val(x){ delete { <0x1> <note> * . } }', 'while lexing … at line 1 column 0: Invalid operation type: val'],
  [
    '  comment\n{#set { _:a note> "q\\"uoted" . # c\n } }',
    'while lexing … at line 1 column 2: Invalid operation type: comment',
  ],
  [
    '# comment\n{ set { _:a <<note> "q\\"uoted" . # c\n }@en}',
    'while lexing … at line 3 column 2: Expected @if, found [@en]',
  ],
  [
    'upsert {^^<xs:int>query { q(func: eq(name, "Ada")) { ',
    "while lexing … at line 1 column 8: Unrecognized character in upsert block: U+005E '^'",
  ],
  [
    'uid(v) comment\n{ set { _:a <note> "q\\"uoted" . # c\n } }',
    'while lexing … at line 1 column 0: Invalid operation type: uid',
  ],
];

const STATEMENTS: readonly Row[] = [
  ['{ set { val(x) <note> "x" . } }', 'variables [x] not defined'],
  [
    'upsert { query { q(func: uid(1)) { v as note } } mutation { set { val(v) <note> "x" . } } }',
    'strconv.ParseUint: parsing "val(v)": invalid syntax',
  ],
  ['{ set { _:a <note> } }', 'invalid end of input. Input: [_:a <note>]'],
  ['{ delete { <0x1>  * . } }', 'invalid end of input. Input: [<0x1>  * .]'],
  ['{ delete {  0x1><* *  } }', 'while lexing 0x1><* * at line 1 column 0: Invalid input: 0 at lexText'],
  ['{ set { _:a <name> > . } }', 'while lexing _:a <name> > . at line 1 column 10: Invalid input: > at lexText'],
  ['{ set { _:a <> "Ada" . } }', 'empty required fields in NQuad. Input: [_:a <> "Ada" .]'],
  ['{ delete { <0x1> * *[. } }', 'while lexing <0x1> * *[. at line 1 column 9: Invalid input: [ at lexText'],
  ['{ delete { <0x1>: * * . } }', 'while lexing <0x1>: * * . at line 1 column 5: Invalid input: : at lexText'],
  ['{ delete { <0x1>) * * . } }', 'while lexing <0x1>) * * . at line 1 column 5: Invalid input: ) at lexText'],
  ['{ delete { <0x1> <> * . } }', 'no Object in NQuad. Input: [<0x1> <> * .]'],
  ['{ delete {é <0x1> * * . } }', 'while lexing é <0x1> * * . at line 1 column 0: Invalid input: é at lexText'],
  ['{ delete { @en<0x1> * * . } }', 'while lexing @en<0x1> * * . at line 1 column 0: Invalid input: @ at lexText'],
  ['{ set { _:a name> "Ada" . } }', 'while lexing _:a name> "Ada" . at line 1 column 3: Invalid input: n at lexText'],
  [
    '{ set {"Ada"_:a <name>   . } }',
    'while lexing "Ada"_:a <name>   . at line 1 column 0: Invalid quote for non-object.',
  ],
  [
    '{ set{ set:a <name> "Ada" . } }',
    'while lexing set:a <name> "Ada" . at line 1 column 0: Invalid input: s at lexText',
  ],
  [
    '{ set { _:a <name> "Ada" .( } }',
    'while lexing _:a <name> "Ada" .( at line 1 column 18: Invalid input: ( at Facet',
  ],
  [
    '{ delete { <0x1>~ <note> * . } }',
    'while lexing <0x1>~ <note> * . at line 1 column 5: Invalid input: ~ at lexText',
  ],
  [
    '{ set { _:a <name> "Ada" .query } }',
    'while lexing _:a <name> "Ada" .query at line 1 column 18: Invalid input: q at lexText',
  ],
  [
    '{ delete { <0x1> * * mutation . } }',
    'while lexing <0x1> * * mutation . at line 1 column 9: Invalid input: m at lexText',
  ],
  [
    '{ set { _:a <name> "Ada" val(x). } }',
    'while lexing _:a <name> "Ada" val(x). at line 1 column 16: Unexpected char \'v\'',
  ],
  [
    '# comment\n{ set { _:a <note> "q\\"uoted" . # c\n upsert[} }',
    "while lexing upsert[ at line 1 column 0: Unexpected char 'p' when parsing uid keyword",
  ],
  [
    '{ set { _:a <hasPet> _:b . } delete { ]0x1> <note> "x" . } }',
    'while lexing ]0x1> <note> "x" . at line 1 column 0: Invalid input: ] at lexText',
  ],
  [
    '{ set { _:a  hasPet> _:b . } delete {<<0x1> <note> "x" . } }',
    'while lexing _:a  hasPet> _:b . at line 1 column 3: Invalid input: h at lexText',
  ],
  [
    '{ set { <0x1> <note> "x"@en .\n <0x1> <[> "3"^^<xs:int> . } }',
    'NQuad failed sanity check. Subject: "0x1", Predicate: "[", ObjectId: ""',
  ],
  ['{ set { <0x1> <note> "x"@en .\n <0> <age2> "3"^^<xs:int> . } }', 'UID must to be greater than 0'],
  ['{ set { <0x1> <note> "x"@en .\n <0x1> <age2> "3"^^<:int> . } }', 'unrecognized rdf type :int'],
];

const JSON_TEXTS: readonly Row[] = [
  ['{"set"}{#:"x"}:', "Error parsing JSON at line 1, character 8: invalid character '}' after object key\n"],
  ['{"set":{"note"\\"x"}}', "Error parsing JSON at line 1, character 16: invalid character '\\\\' after object key\n"],
];

const JSON_BODIES: readonly Row[] = [['{"t":{"note":"x"}}', 'empty request']];

const rows = (type: MalformedMutation['type'], isBeforehand: boolean, table: readonly Row[]): MalformedMutation[] =>
  table.map(([body, message]) => ({ type, body, message: message.replace('…', () => body), isBeforehand }));

export const MALFORMED: readonly MalformedMutation[] = [
  ...rows('application/rdf', true, BLOCKS),
  ...rows('application/rdf', false, STATEMENTS),
  ...rows('application/json', true, JSON_TEXTS),
  ...rows('application/json', false, JSON_BODIES),
];
