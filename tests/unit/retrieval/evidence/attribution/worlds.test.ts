/** Answers about the documents of the benchmark's worlds: true ones are accepted, their neighbours are refused. */
import { unsupported } from '../../../../../src/retrieval/evidence/support';
import { asSentence, neighboursOf, toldByDocuments } from '../../../../support/retrieval/claims';

const told = toldByDocuments();
/** One of so many neighbours is judged. */
const EVERY = Number(process.env['OWLGATE_TEST_EVERY'] ?? 12);

it('accepts true answers', () => {
  const accepted = told.filter((each) => unsupported(each) === undefined);
  expect(accepted.length / told.length).toBeGreaterThan(0.85);
});

it('refuses names, amounts and dates of other statements', () => {
  const lies = told
    .flatMap((each) =>
      neighboursOf(each).flatMap((answer) =>
        [answer, asSentence(each.question, answer)]
          .filter((said) => said !== undefined)
          .map((said) => ({ question: each.question, answer: said, texts: [...each.texts, each.other] })),
      ),
    )
    .filter((_, i) => i % EVERY === 0);
  const accepted = lies.filter((lie) => unsupported(lie) === undefined);
  expect(accepted.length / lies.length).toBeLessThan(0.1);
});
