/** GET /import/{id} as events: an import is followed by others than the client that sends it. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { underGateway } from '../../support/engines/under-gateway';
import { hasAllCases } from '../../support/runs';

const STATEMENT = (i: number): string => `<http://ex.org/${i}> <http://ex.org/name> "n${i}" .\n`;
const TYPE = 'application/n-triples';

interface Event {
  readonly id?: string;
  readonly event: string;
  readonly data: { readonly state: string; readonly stated: number };
}

underGateway(
  (testbed) => {
    const follow = (id: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${testbed.url}/import/${id}`, { headers: { Accept: 'text/event-stream', ...headers } });

    async function* eventsOf(response: Response): AsyncGenerator<Event> {
      let text = '';
      for await (const part of response.body!.pipeThrough(
        new TextDecoderStream() as never,
      ) as never as AsyncIterable<string>) {
        const blocks = (text + part).split('\n\n');
        text = blocks.pop()!;
        for (const block of blocks.filter((each) => each.includes('data: '))) {
          const fields = Object.fromEntries(block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)!.slice(1)));
          yield { ...fields, data: JSON.parse(fields['data']) } as Event;
        }
      }
    }

    it('tells its progress and its end, and after that nothing', async () => {
      const body = new PassThrough();
      const request: RequestInit & { readonly duplex: 'half' } = {
        method: 'POST',
        headers: { 'Content-Type': TYPE },
        body: body as never,
        duplex: 'half',
      };
      const sent = fetch(`${testbed.url}/import?id=followed`, request);
      for (let i = 0; i < 500; i++) if (!body.write(STATEMENT(i))) await once(body, 'drain');
      while (
        (await follow('followed').then(async (response) => (await response.body!.cancel(), response.status))) !== 200
      );
      const seen: Event[] = [];
      for await (const event of eventsOf(await follow('followed'))) {
        if (seen.push(event) === 2) body.end(STATEMENT(500));
      }
      expect(seen.slice(0, 2).map(({ event, data }) => [event, data.state])).toEqual([
        ['progress', 'running'],
        ['progress', 'running'],
      ]);
      expect(seen.at(-1)).toMatchObject({ id: 'done', event: 'summary', data: { state: 'done', stated: 501 } });
      expect(await (await sent).json()).toMatchObject({ state: 'done', stated: 501 });
      const again: Event[] = [];
      for await (const event of eventsOf(await follow('followed'))) again.push(event);
      expect(again.map(({ event }) => event)).toEqual(['summary']);
      expect((await follow('followed', { 'Last-Event-ID': 'done' })).status).toBe(204);
      expect((await follow('followed', { 'Last-Event-ID': 'interrupted' })).status).toBe(200);
      expect((await follow('none')).status).toBe(404);
    });
  },
  {},
  ({ name }) => hasAllCases || name === 'embedded',
);
