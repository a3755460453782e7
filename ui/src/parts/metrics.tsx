/** Metrics of the gateway at a glance, read again while the page is looked at. */
import { useEffect } from 'preact/hooks';
import { request } from '../api/client';
import { glance, readMetrics, type Glance } from '../logic/metrics';
import { number, t, type TextKey } from '../text';
import { Loaded } from './failure';
import { useRemote } from './remote';

const PERIOD_MS = 5_000;
const MIB = 1024 * 1024;

async function loadGlance(signal: AbortSignal): Promise<Glance> {
  const response = await request('GET', '/metrics', { signal, accept: 'text/plain' });
  return glance(readMetrics(await response.text()), Date.now() / 1_000);
}

export function MetricsGlance() {
  const remote = useRemote(loadGlance, []);
  const { again } = remote;
  const isRefused = remote.error !== undefined;
  useEffect(() => {
    if (isRefused) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again();
    }, PERIOD_MS);
    return () => clearInterval(timer);
  }, [again, isRefused]);
  return (
    <section>
      <h2>{t('metrics.title')}</h2>
      <Loaded remote={remote}>
        {(shown) => (
          <dl class="glance">
            {rowsOf(shown).map(([key, value]) => (
              <div key={key}>
                <dt>{t(key)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
      <p class="quiet">{t('metrics.explain')}</p>
    </section>
  );
}

const rowsOf = (shown: Glance): readonly (readonly [TextKey, string])[] => [
  ['metrics.uptime', duration(shown.uptime)],
  ['metrics.memory', `${number(Math.round(shown.memory / MIB))} MiB`],
  ['metrics.requests', number(shown.requests)],
  ['metrics.failures', number(shown.failures)],
  ['metrics.requestTime', milliseconds(shown.requestSeconds)],
  ['metrics.engineTime', milliseconds(shown.engineSeconds)],
  ['metrics.written', number(shown.written)],
  ['metrics.refused', number(shown.refused)],
  ['metrics.inferred', number(shown.inferred)],
  ['metrics.retracted', number(shown.retracted)],
  ['metrics.aborts', number(shown.aborts)],
  ['metrics.waiting', number(shown.waiting)],
  ['metrics.complete', t(shown.isComplete ? 'metrics.yes' : 'metrics.no')],
];

const milliseconds = (seconds: number | undefined): string =>
  seconds === undefined ? '–' : `${number(Math.round(seconds * 10_000) / 10)} ms`;

/** Days, hours, minutes: the two largest. */
function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  const shown = first < 0 ? parts.slice(2) : parts.slice(first, first + 2);
  return shown.map(([value, unit]) => `${number(value)} ${unit}`).join(' ');
}
