/** Reasons of close frames that repeat texts of the client. */
import fc from 'fast-check';
import { SubscriptionSession } from '../../../../src/graphql/subscription/session';

const START = { type: 'subscribe', payload: { query: 'subscription { x }' } };

it('keeps reasons with texts of the client within a close frame', () => {
  const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(texts, fc.boolean(), (text, isRepeated) => {
      const reasons: string[] = [];
      const wire = { send: () => undefined, close: (_: number, reason: string) => reasons.push(reason) };
      const host = { subscribe: () => new Promise<() => void>(() => undefined) };
      const session = new SubscriptionSession('graphql-transport-ws', host, wire);
      const receive = (message: object): void => void session.receive(JSON.stringify(message));
      receive({ type: 'connection_init' });
      receive({ ...START, id: text });
      receive(isRepeated ? { ...START, id: text } : { type: `x${text}` });
      expect(reasons).toEqual([
        expect.stringMatching(isRepeated ? /^Subscriber for / : /^unknown operation message of type: x/),
      ]);
      expect(Buffer.byteLength(reasons[0]!)).toBeLessThanOrEqual(123);
    }),
    { numRuns: 200 },
  );
});
