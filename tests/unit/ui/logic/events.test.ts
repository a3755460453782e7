import * as fc from 'fast-check';
import { EventParser, type StreamEvent } from '../../../../ui/src/logic/events';

const printed = ({ event, id, data }: StreamEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

it('events arrive whole, whatever the pieces of the stream', () => {
  const event = fc.record(
    {
      event: fc.constantFrom('step', 'text', 'done'),
      id: fc.stringMatching(/^[a-z0-9]{1,4}:[0-9]$/),
      data: fc.jsonValue(),
    },
    { requiredKeys: ['event', 'data'] },
  );
  fc.assert(
    fc.property(fc.array(event), fc.array(fc.nat(40)), (events, cuts) => {
      const stream = `retry: 1000\n\n${events.map((each) => printed(each as StreamEvent)).join(': still here\n\n')}`;
      const parser = new EventParser();
      const parsed: StreamEvent[] = [];
      let at = 0;
      for (const cut of [...cuts, stream.length]) {
        parsed.push(...parser.push(stream.slice(at, at + cut)));
        at += cut;
      }
      expect(parsed).toEqual(JSON.parse(JSON.stringify(events)));
    }),
  );
});

it('what has not ended is no event', () => {
  expect(new EventParser().push('event: text\ndata: {"delta":"a"}\n')).toEqual([]);
});
