/** Refusals and outcomes, as far as a client may read what they tell. */
import fc from 'fast-check';
import { OwlgateError, type ErrorCode } from '../../../../src/errors';
import type { Evidence } from '../../../../src/materialize/access/evidence';
import { outcomeFor, refusalFor, type AnswerRecipient } from '../../../../src/materialize/access/redact';
import { WriteRefusal } from '../../../../src/materialize/write/refusal';
import { composeRefusal } from '../../../../src/materialize/write/reply';
import { mutationOf } from '../../../support/materialize/small';

const REQUEST = { mutations: [mutationOf('{ set { <0x1> <w> "1" .\n<0x1> <v> "1" .\n<0x1> <dgraph.type> "A" . } }')] };

/** @param readable predicates; everything for a guardian */
function reader(readable: readonly string[], isGuardian = false): AnswerRecipient {
  const engine = {
    identity: { userid: 'groot', namespace: 0 },
    query: () => Promise.resolve({ data: { q: isGuardian ? [{ uid: '0x1' }] : [] } }),
  };
  const rights = {
    apply: () => true,
    readable: (_: unknown, names: Iterable<string>) =>
      Promise.resolve(new Set([...names].filter((name) => isGuardian || readable.includes(name)))),
  };
  return { engine: engine as never, rights: rights as never, credentials: { 'X-Dgraph-AccessToken': 'x' } };
}

const error = (code: ErrorCode, secret: string): OwlgateError =>
  new OwlgateError(
    code,
    { entity: secret, a: secret, b: secret, facts: secret, axiom: secret },
    {
      rule: secret,
      facts: [secret],
      explanation: { text: secret },
    },
  );
const evidence = (ofMessage: string[], ofExplanation: string[] = [], ofRequest: string[] = []): Evidence => ({
  ofMessage: new Set(ofMessage),
  ofExplanation: new Set(ofExplanation),
  ofRequest: new Set(ofRequest),
});

it('a readable message is shown; an unreadable explanation is omitted', async () => {
  const full = error('KeyViolation', 'S');
  const refusal = new WriteRefusal([full], [evidence(['p'], ['h'], ['w'])]);
  expect((await refusalFor(refusal, reader(['p', 'h']), REQUEST)).errors).toEqual([full]);
  const [shown] = (await refusalFor(refusal, reader(['p']), REQUEST)).errors;
  expect(shown).toMatchObject({ code: 'KeyViolation', message: full.message, details: { rule: 'S', facts: ['S'] } });
  expect(shown!.details).not.toHaveProperty('explanation');
});

it('the redacted refusal is the same for every kind and number of contradictions', async () => {
  const codes = fc.constantFrom<ErrorCode>(
    'KeyViolation',
    'DisjointnessViolation',
    'InferenceOverflow',
    'Contradiction',
  );
  const hidden = fc.record({ code: codes, secret: fc.stringMatching(/^S[a-z]{1,30}$/), isProved: fc.boolean() });
  const forms = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(hidden, { minLength: 1, maxLength: 5 }), async (list) => {
      const refusal = new WriteRefusal(
        list.map(({ code, secret }) => error(code, secret)),
        list.map(({ secret, isProved }) => (isProved ? evidence(['w', secret]) : undefined)),
      );
      const answer = composeRefusal(await refusalFor(refusal, reader(['w', 'v', 'dgraph.type']), REQUEST));
      for (const { secret } of list) expect(answer).not.toContain(secret);
      forms.add(answer);
    }),
  );
  expect([...forms].map((text) => JSON.parse(text) as unknown)).toEqual([
    {
      errors: [
        {
          message:
            'owl/materializer: forbidden by the ontology: the write of graph.type, v, w contradicts data or ' +
            'axioms that ' +
            'this login may not read',
          extensions: { code: 'ForbiddenByOntology', predicates: ['graph.type', 'v', 'w'] },
        },
      ],
      data: null,
    },
  ]);
});

it('the redacted refusal names the concerned predicates of the request', async () => {
  const refusal = new WriteRefusal(
    [error('KeyViolation', 'S'), error('Contradiction', 'T')],
    [evidence(['h'], [], ['w']), evidence(['h'], [], ['dgraph.type'])],
  );
  const [shown, ...more] = (await refusalFor(refusal, reader([]), REQUEST)).errors;
  expect(more).toEqual([]);
  expect(shown!.details).toEqual({ predicates: ['graph.type', 'w'] });
});

it('readable contradictions are shown beside redacted ones', async () => {
  const [clear, unknown] = [error('KeyViolation', 'S'), error('Contradiction', 'T')];
  const refusal = new WriteRefusal([unknown, clear], [evidence(['h'], [], ['w']), evidence(['p'])]);
  const { errors } = await refusalFor(refusal, reader(['p']), REQUEST);
  expect(errors.map(({ code }) => code)).toEqual(['KeyViolation', 'ForbiddenByOntology']);
});

it('guardians, and clients of a gateway without a login, see everything', async () => {
  const refusal = new WriteRefusal([error('KeyViolation', 'S'), error('Contradiction', 'T')], [evidence(['h'])]);
  expect((await refusalFor(refusal, reader([], true), REQUEST)).errors).toEqual(refusal.errors);
  const plain = { ...reader([]), rights: { apply: () => false } as never };
  expect(await refusalFor(refusal, plain, REQUEST)).toBe(refusal);
});

it('counts of a write cover readable facts, and preds those of the request', async () => {
  const txn = { start_ts: 1, preds: ['1-0-p', '1-0-owlgate.lock'] };
  const outcome = {
    answer: { extensions: { txn }, body: Buffer.from(JSON.stringify({ extensions: { txn } })) },
    inferred: 5,
    retracted: 3,
    effects: {
      inferred: new Map([
        ['p', 2],
        ['h', 3],
      ]),
      retracted: new Map([['h', 3]]),
    },
    stillEntailed: [
      { s: '0x1', p: 'p', o: '0x2' },
      { s: '0x1', p: 'h', o: '0x3' },
    ],
  } as never;
  expect(await outcomeFor(outcome, reader(['p']), REQUEST)).toMatchObject({
    inferred: 2,
    retracted: 0,
    stillEntailed: [{ p: 'p' }],
  });
  expect(await outcomeFor(outcome, reader(['p', 'h']), REQUEST)).toMatchObject({ inferred: 5, retracted: 3 });
  expect(await outcomeFor(outcome, { ...reader([]), rights: { apply: () => false } as never }, REQUEST)).toBe(outcome);
});
