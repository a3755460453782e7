import { hasOwlgateMarkers, refuseTooLarge } from '../../../../src/materialize/write/body-checks';

const has = (text: string): boolean => hasOwlgateMarkers(Buffer.from(text));

describe('bodies that an engine would misread', () => {
  it.each([
    ['{ set { _:a <graph.type> "Poem" . } }'],
    ['{"set":{"graph.type":"Poem"}}'],
    ['{ set { _:a <dgraph.type> "Poem" . _:a graph.type "Poem" . } }'],
    ['graph.type'],
    ['{ set { <http://example.org/a> <name> "a" . } }'],
    ['{ set { <urn:a> <name> "a" . } }'],
    ['{ set { _:a <owlgate.head> "a" . } }'],
    ['{"set":{"\\u0067raph.type":"Poem"}}'],
  ])('%s', (text) => expect(has(text)).toBe(true));

  it.each([
    ['{ set { _:a <dgraph.type> "Poem" . _:a <name> "a" . } }'],
    ['{"set":{"dgraph.type":"Poem"}}'],
    ['{"set":{"name":"graph type"}}'],
    [''],
  ])('are not found in %s', (text) => expect(has(text)).toBe(false));
});

it('a body that would block the gateway is refused with its size', () => {
  const most = 16 * 2 ** 20;
  expect(() => refuseTooLarge(Buffer.alloc(most))).not.toThrow();
  expect(() => refuseTooLarge(Buffer.alloc(most + 1))).toThrow(
    expect.objectContaining({ code: 'MutationTooLarge', message: expect.stringContaining('16777217 bytes') as string }),
  );
});
