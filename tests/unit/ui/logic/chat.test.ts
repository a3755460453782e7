import type { RetrievalResult } from '../../../../ui/src/api/schema';
import { answerParts, begun, statementFact, turnOf, withEvent, type Statement } from '../../../../ui/src/logic/chat';

const STATEMENT: Statement = {
  subject: { uid: '0x6', label: 'Ada' },
  predicate: 'hasPet',
  object: { uid: '0x7', iri: 'urn:rex' },
  status: 'asserted',
};
const result = (answer: string | null): RetrievalResult => ({
  answer,
  passages: [{ source: 'a', text: 'b' }],
  trajectory: [{ tool: 'dql', arguments: {} }],
  cost_usd: 0,
  loops: 0,
  module_used: 'owl',
  metadata: { statements: [STATEMENT] },
});

it('a turn gathers what the events bring', () => {
  const events = [
    { event: 'message_start', data: { message: 'm', number: 1 } },
    { event: 'step', data: { tool: 'dql', arguments: {} } },
    { event: 'passages', data: { passages: [{ source: 'a', text: 'b' }] } },
    { event: 'text', data: { delta: 'A' } },
    { event: 'text', data: { delta: 'da' } },
    { event: 'citations', data: { passages: [], statements: [STATEMENT] } },
  ];
  const turn = events.reduce(withEvent, begun('Who?'));
  expect(turn).toEqual({
    question: 'Who?',
    steps: [{ tool: 'dql', arguments: {} }],
    text: 'Ada',
    passages: [{ source: 'a', text: 'b' }],
    statements: [STATEMENT],
    isRunning: true,
  });
  const done = withEvent(turn, { event: 'done', data: { message: 'm', result: result('Ada') } });
  expect(done).toEqual({ ...turn, isRunning: false, result: result('Ada') });
  const message = {
    id: 'm',
    number: 1,
    question: 'Who?',
    state: 'done' as const,
    createdAt: '',
    result: result('Ada'),
  };
  expect(turnOf(message)).toEqual(done);
  const failed = withEvent(turn, { event: 'error', data: { message: 'cut off', code: 'ChatInterrupted' } });
  expect(failed).toEqual({ ...turn, isRunning: false, error: 'cut off' });
});

it('a stored message that runs or failed says so', () => {
  const message = { id: 'm', number: 1, question: 'Who?', createdAt: '' };
  expect(turnOf({ ...message, state: 'running' })).toMatchObject({ isRunning: true });
  const error = { message: 'cut off', code: 'ChatInterrupted' };
  expect(turnOf({ ...message, state: 'failed', error })).toMatchObject({ isRunning: false, error: 'cut off' });
});

it.each([
  ['Ada', ['+Ada']],
  ['Ada; Bo', ['+Ada; Bo']],
  ['Ada; not answered: where was she born', ['+Ada', '-where was she born']],
  ['not answered: who painted her; 36 years', ['-who painted her', '+36 years']],
  ['Ada; nicht beantwortet: wo wurde sie geboren', ['+Ada', '-wo wurde sie geboren']],
  ['', ['+']],
])('%s', (answer, parts) => {
  expect(answerParts(answer).map(({ text, isAnswered }) => (isAnswered ? '+' : '-') + text)).toEqual(parts);
});

it('a statement is a fact with the names of its nodes', () => {
  expect(statementFact(STATEMENT)).toEqual({
    fact: { subject: '0x6', predicate: 'hasPet', object: '0x7' },
    names: { '0x6': 'Ada', '0x7': 'urn:rex' },
  });
  const { fact, names } = statementFact({ ...STATEMENT, object: 36 });
  expect([fact.object, names]).toEqual(['36', { '0x6': 'Ada' }]);
});
