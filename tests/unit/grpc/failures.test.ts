/** Statuses of failed calls fit into trailers, whatever text is in them. */
import type { Metadata } from '@grpc/grpc-js';
import * as fc from 'fast-check';
import { OwlgateError } from '../../../src/errors';
import { CallRefusal, failureOf, WriteRefused } from '../../../src/grpc/failures';
import { silent } from '../../../src/util/log';
import { runs } from '../../support/runs';

const sizeOf = (metadata: Metadata | null | undefined): number =>
  (metadata?.get('grpc-status-details-bin') ?? []).reduce((sum, value) => sum + (value as Buffer).length, 0);

it('encodes every text, in a few kilobytes', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.constantFrom('\ud800', 'x\udc00', 'é'.repeat(5_000), 'a"\n'.repeat(5_000), '\ud83e\udd89'.repeat(1_000)),
  );
  const failures = [
    (reason: string) => new OwlgateError('InvalidRequest', { reason }, { [reason]: reason, explanation: reason }),
    (reason: string) => new CallRefusal(3, reason),
    (reason: string) => new WriteRefused([{ message: reason, extensions: { code: 'DisjointnessViolation', reason } }]),
  ];
  fc.assert(
    fc.property(text, fc.constantFrom(...failures), (reason, make) => {
      const { details, metadata } = failureOf(make(reason), 'id', silent);
      // As grpc-js encodes it.
      expect(encodeURI(details).length).toBeLessThan(16_000);
      expect(sizeOf(metadata)).toBeLessThan(16_000);
    }),
    { numRuns: runs(100) },
  );
});
