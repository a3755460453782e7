import { glance, mean, readMetrics, total } from '../../../../ui/src/logic/metrics';

const TEXT = `# HELP owlgate_http_requests_total requests
# TYPE owlgate_http_requests_total counter
owlgate_http_requests_total{route="/query",method="POST",status="200"} 7
owlgate_http_requests_total{route="/a\\"b\\\\c",method="GET",status="503"} 2
owlgate_http_request_duration_seconds_sum{route="/query"} 0.5
owlgate_http_request_duration_seconds_count{route="/query"} 10
owlgate_writes_total{result="written"} 3
owlgate_writes_total{result="refused"} 1
owlgate_entailments_complete 1
process_start_time_seconds 100
process_resident_memory_bytes 1.5e+08

nonsense
`;

it('samples are read with their labels', () => {
  const metrics = readMetrics(TEXT);
  expect(metrics.get('owlgate_http_requests_total')?.[1]).toEqual({
    labels: { route: '/a"b\\c', method: 'GET', status: '503' },
    value: 2,
  });
  expect(total(metrics, 'owlgate_http_requests_total')).toBe(9);
  expect(total(metrics, 'owlgate_unknown')).toBe(0);
  expect(mean(metrics, 'owlgate_http_request_duration_seconds')).toBe(0.05);
  expect(mean(metrics, 'owlgate_engine_request_duration_seconds')).toBeUndefined();
});

it('a glance sums up', () => {
  expect(glance(readMetrics(TEXT), 160)).toMatchObject({
    requests: 9,
    failures: 2,
    requestSeconds: 0.05,
    engineSeconds: undefined,
    written: 3,
    refused: 1,
    isComplete: true,
    memory: 1.5e8,
    uptime: 60,
  });
  expect(glance(new Map(), 0)).toMatchObject({ requests: 0, isComplete: false, uptime: 0 });
});
