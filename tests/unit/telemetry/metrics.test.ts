/** Metrics count events, with labels of bounded sets. */
import { Metrics, type State } from '../../../src/telemetry';

const STATE: State = {
  engines: new Map([
    ['http://a:8080', true],
    ['http://b:8080', false],
  ]),
  ontologyVersion: 3,
  isComplete: false,
  materialization: { nodes: 70, step: 1, steps: 4 },
  queues: { role: 2 },
};

/** Returns the samples of a scrape: name with labels → value. */
async function scrape(metrics: Metrics, state = STATE): Promise<Map<string, number>> {
  const text = await metrics.scrape(state);
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

const namesOf = (samples: Map<string, number>): string[] =>
  [...samples.keys()].filter((name) => name.startsWith('owlgate_'));

it('has the state of the gateway', async () => {
  const samples = await scrape(new Metrics('1.2.3'));
  expect(samples.get('owlgate_build_info{version="1.2.3"}')).toBe(1);
  expect(samples.get('owlgate_engine_up{engine="http://a:8080"}')).toBe(1);
  expect(samples.get('owlgate_engine_up{engine="http://b:8080"}')).toBe(0);
  expect(samples.get('owlgate_ontology_version')).toBe(3);
  expect(samples.get('owlgate_entailments_complete')).toBe(0);
  expect(samples.get('owlgate_materialization_nodes')).toBe(70);
  expect(samples.get('owlgate_queue_length{queue="role"}')).toBe(2);
  expect(samples.has('process_cpu_seconds_total')).toBe(true);
});

it('is of one gateway alone', async () => {
  const [one, other] = [new Metrics(''), new Metrics('')];
  one.aborted();
  expect((await scrape(one)).get('owlgate_transaction_aborts_total')).toBe(1);
  expect((await scrape(other)).get('owlgate_transaction_aborts_total')).toBe(0);
});

it('counts writes, and the reasons of refusals', async () => {
  const metrics = new Metrics('');
  metrics.wrote({ inferred: 5, retracted: 2, inferenceMs: 3 });
  metrics.wrote({ inferred: 0, retracted: 0, refused: ['DisjointClasses', 'DisjointClasses'] });
  const samples = await scrape(metrics);
  expect(samples.get('owlgate_facts_inferred_total')).toBe(5);
  expect(samples.get('owlgate_facts_retracted_total')).toBe(2);
  expect(samples.get('owlgate_writes_total{result="written"}')).toBe(1);
  expect(samples.get('owlgate_writes_total{result="refused"}')).toBe(1);
  expect(samples.get('owlgate_refusals_total{code="DisjointClasses"}')).toBe(2);
  expect(samples.get('owlgate_inference_duration_seconds_sum')).toBeCloseTo(0.003);
});

it('keeps methods and paths of clients out of labels', async () => {
  const metrics = new Metrics('');
  for (let i = 0; i < 50; i++) {
    metrics.answeredHttp({ route: '/*', method: `M${i}`, status: 404, ms: 1 });
    metrics.roundTrip({ path: `/secret${i}`, outcome: 'answered', ms: 1 });
  }
  const before = namesOf(await scrape(new Metrics(''))).length;
  const samples = await scrape(metrics);
  expect(samples.get('owlgate_http_requests_total{route="/*",method="other",status="404"}')).toBe(50);
  expect(samples.get('owlgate_engine_requests_total{path="other",outcome="answered"}')).toBe(50);
  expect([...samples.keys()].filter((name) => name.includes('secret'))).toEqual([]);
  expect(namesOf(samples).length - before).toBeLessThan(50);
});

it('has the series of all workers, each with its number, and every help once', async () => {
  const questions = new Map<string, (argument: string) => unknown>();
  const second = new Metrics('', {
    number: 2,
    ask: () => Promise.resolve([]),
    onQuestion: (question, answer) => void questions.set(question, answer),
  });
  second.observe(() => ({ ...STATE, ontologyVersion: 2 }));
  const first = new Metrics('', {
    number: 1,
    // Answers pass between processes as JSON.
    ask: async (question) => [JSON.parse(JSON.stringify(await questions.get(question)!('')))],
    onQuestion: () => undefined,
  });
  first.answeredHttp({ route: '/query', method: 'POST', status: 200, ms: 3 });
  for (let i = 0; i < 2; i++) second.answeredHttp({ route: '/query', method: 'POST', status: 200, ms: 3 });
  const samples = await scrape(first);
  const of = (name: string, labels = '') => [1, 2].map((n) => samples.get(`${name}{worker="${n}"${labels}}`));
  expect(of('owlgate_ontology_version')).toEqual([3, 2]);
  expect(of('owlgate_http_requests_total', ',route="/query",method="POST",status="200"')).toEqual([1, 2]);
  expect(of('owlgate_http_request_duration_seconds_count', ',route="/query"')).toEqual([1, 2]);
  const text = await first.scrape(STATE);
  const helps = text.split('\n').filter((line) => line.startsWith('# HELP'));
  expect(new Set(helps).size).toBe(helps.length);
});
