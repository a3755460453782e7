/** Parcels of a group: statements joined with labels apart, and the answer split by them. */
import * as fc from 'fast-check';
import { readMutateAnswer } from '../../../../../src/dgraph';
import { nodeKey } from '../../../../../src/dql';
import { answersOf, joinParcels } from '../../../../../src/materialize/write/group-commit/parcels';
import { mutationOf } from '../../../../support/materialize/small';

const parcelOf = (rdf: string, added = '{ set { } }') => ({
  request: { mutations: [mutationOf(rdf)] },
  added: mutationOf(added),
  guards: ['7', '0x1/0'],
});
const answerOf = (uids: Readonly<Record<string, string>>, preds: readonly string[]) => {
  const data = { code: 'Success', message: 'Done', queries: null, uids };
  const extensions = { server_latency: { total_ns: 5 }, txn: { start_ts: 3, commit_ts: 4, preds } };
  return readMutateAnswer({ status: 200, headers: {}, body: Buffer.from(JSON.stringify({ data, extensions })) }, 'x');
};

it('labels of members are apart, and each member finds its own uids again', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9.-]{0,5}[a-z0-9]$/);
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(label, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 12 }),
      (members) => {
        const parcels = members.map((labels) =>
          parcelOf(`{ set { ${labels.map((each) => `_:${each} <p> "1" .`).join('\n')} } }`),
        );
        const [joined] = joinParcels(parcels).request.mutations;
        const subjects = joined!.set.map(({ subject }) => nodeKey(subject).slice(2));
        expect(new Set(subjects).size).toBe(members.flat().length);
        const answer = answerOf(Object.fromEntries(subjects.map((each, i) => [each, `0x${i}`])), []);
        const uids = answersOf(answer, parcels).map((own) => own().uids);
        expect(uids.map((own) => Object.keys(own))).toEqual(members);
        expect(uids.flatMap((own) => Object.values(own))).toEqual(subjects.map((_, i) => `0x${i}`));
      },
    ),
  );
});

it('guards that members share are sent once', () => {
  expect(joinParcels([parcelOf('{ set { } }'), parcelOf('{ set { } }')]).guards).toEqual(['7', '0x1/0']);
});

it('an answer names the predicates of its write and of the gateway alone', () => {
  const parcels = [
    parcelOf('{ set { _:a <p> "1" . } }', '{ set { _:a <q> "1" . } }'),
    parcelOf('{ set { _:a <r> "1" . } }'),
  ];
  const answer = answerOf({ '0.a': '0x1', '1.a': '0x2' }, ['1-0-owlgate.lock', '1-0-p', '1-0-q', '1-0-r']);
  expect(answersOf(answer, parcels).map((own) => own().extensions.txn?.preds)).toEqual([
    ['1-0-owlgate.lock', '1-0-p', '1-0-q'],
    ['1-0-owlgate.lock', '1-0-r'],
  ]);
});

it('after a lost answer, only members with new nodes lack theirs', () => {
  const parcels = [parcelOf('{ set { _:a <p> "1" . } }'), parcelOf('{ set { <0x1> <p> "1" . } }')];
  const [first, second] = answersOf(answerOf({}, []), parcels);
  expect(first).toThrow(/the uids of its new nodes \(1\)/);
  expect(second!().uids).toEqual({});
});
