/** Answers of a cluster about itself, as Ratel and health checks request them. */
import type { ContractCase } from './case';

const text = expect.any(String) as unknown;
const number = expect.any(Number) as unknown;

export const ROUTES: readonly ContractCase[] = [
  {
    name: '/health',
    request: { get: '/health' },
    answer: [
      expect.objectContaining({
        instance: 'alpha',
        address: text,
        status: 'healthy',
        version: expect.stringMatching(/^v\d+\.\d+/),
        uptime: number,
        lastEcho: number,
        ee_features: expect.any(Array),
      }),
    ],
  },
  {
    name: '/health?all',
    request: { get: '/health?all' },
    answer: expect.arrayContaining([
      expect.objectContaining({ instance: 'alpha', address: text, status: 'healthy', lastEcho: number }),
    ]),
  },
  { name: '/health?live', request: { get: '/health?live' }, answer: [expect.objectContaining({ status: 'healthy' })] },
  {
    name: '/state',
    request: { get: '/state' },
    answer: expect.objectContaining({
      groups: { '1': expect.objectContaining({ members: expect.any(Object), tablets: expect.any(Object) }) },
      zeros: expect.any(Object),
    }),
  },
  {
    name: '/ui/keywords',
    request: { get: '/ui/keywords' },
    answer: { keywords: expect.arrayContaining([expect.objectContaining({ name: 'func' })]) },
  },
  { name: 'a path that there is not', request: { get: '/nowhere' }, status: 404, answer: expect.anything() },
];
