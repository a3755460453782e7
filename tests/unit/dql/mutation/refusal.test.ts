import { refusalOfJson, refusalOfRdf } from '../../../../src/dql';
import { MALFORMED } from '../../../support/dql/malformed-mutations';

describe('refusals in the words of Dgraph', () => {
  it.each(MALFORMED)('$body', ({ type, body, message, isBeforehand }) => {
    const refusal = type === 'application/json' ? refusalOfJson(body) : refusalOfRdf(body);
    expect(refusal).toMatchObject({ message, isBeforehand });
  });

  it.each([
    '{ set { _:a <p> "}" . # a comment\n } delete { <0x1> <p> * . } }',
    'upsert { query { q(func: eq(p, "{")) { v as uid } } mutation @if(eq(len(v), 1)) { set { uid(v) <p> val(x) . } } }',
    '{ q(func: uid(1)) { uid } }',
    '{ set { <0x1> <p> "x"@en (a=1, b="y,)") .. } }',
  ])('are not given for %s', (body) => {
    expect(refusalOfRdf(body)).toBeUndefined();
  });

  it('take linear time', () => {
    expect(refusalOfRdf(`{ set { ${'<0x1> <p> "x" .\n'.repeat(20_000)} <`)).toMatchObject({ isBeforehand: true });
  });
});
