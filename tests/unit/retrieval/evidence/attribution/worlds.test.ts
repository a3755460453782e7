/** Answers about the documents of the benchmark's worlds: true ones are accepted, their neighbours are refused. */
import { unsupported } from '../../../../../src/retrieval/evidence/support';
import { asSentence, neighboursOf, toldByDocuments } from '../../../../support/retrieval/claims';
import { WORDINGS } from '../../../../support/retrieval/variants';

const told = toldByDocuments();
/** One of so many neighbours, and of so many answers in other words, is judged. */
const EVERY = Number(process.env['OWLGATE_TEST_EVERY'] ?? 12);

it('accepts true answers', () => {
  const accepted = told.filter((each) => unsupported(each) === undefined);
  expect(accepted.length / told.length).toBeGreaterThan(0.9);
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

it('accepts true answers in the words of models', () => {
  const answers = Object.values(WORDINGS)
    .flatMap((word) => told.map((each) => ({ ...each, answer: word(each.answer, each) })))
    .filter((each): each is typeof each & { readonly answer: string } => each.answer !== undefined)
    .filter((_, i) => i % EVERY === 0);
  const accepted = answers.filter((each) => unsupported(each) === undefined);
  expect(accepted.length / answers.length).toBeGreaterThan(0.85);
});
