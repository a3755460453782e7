import { placesNamed } from '../../../../ui/src/logic/places';

const TEXT =
  'query q($a: int) {\n  b as var(func: eq(name, $b)) @filter(foo(xname, "x"))\n  q(func: has(name), orderasc: other) { c: uid }\n}';

it.each([
  ['Variable not defined $b', ['2:27']],
  ['Invalid function name: foo', ['2:40']],
  ['Cannot sort by unknown attribute other', ['3:32']],
  ['Variables are not used properly. \nDefined:[b]\nUsed:[]\n', ['2:3']],
  ['Variables are not used properly. \nDefined:[]\nUsed:[c]\n', ['3:41']],
  ['Attribute name is not indexed with type regexp', ['2:21']],
  ['Field "xname" is unknown', ['2:44']],
  ['nothing of it', []],
  ['Attribute nam is unknown', []],
  ['', []],
])('%s', (message, expected) => {
  expect(placesNamed(message, TEXT).map(({ line, column }) => `${line}:${column}`)).toEqual(expected);
});
