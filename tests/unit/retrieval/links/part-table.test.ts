/** Parts of labels, held against a search through all of them. */
import fc from 'fast-check';
import { foldWords } from '../../../../src/retrieval/links/fold';
import { PartTable } from '../../../../src/retrieval/links/part-table';

const word = fc.constantFrom('Ada', 'Bo', 'Holm', 'of', 'the', 'Kast', '2019', 'II', 'mill');
const label = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));

it('has the words, beginnings and ends that begin as names do, and what has all words', () => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 6 }), label, (labels, asked) => {
      const table = new PartTable();
      for (const [i, each] of labels.entries()) table.add(each, `0x${i + 1}`);
      const words = asked.split(' ');
      const isPart = (each: string): boolean => {
        const own = each.split(' ');
        const inside = own.length > words.length;
        if (words.length === 1) return inside && own.some((one) => one === asked);
        return (
          inside && (own.slice(0, words.length).join(' ') === asked || own.slice(-words.length).join(' ') === asked)
        );
      };
      const isCommon = foldWords(asked).every(({ folded }) => ['of', 'the'].includes(folded));
      const uidsOf = (has: (each: string) => boolean) => labels.flatMap((each, i) => (has(each) ? [`0x${i + 1}`] : []));
      const runs = isCommon || /^[a-z]/.test(asked) ? [] : uidsOf(isPart);
      const hasAll = (each: string): boolean =>
        each.includes(' ') && words.every((one) => !/^[a-z]/.test(one) && each.split(' ').includes(one));
      const expected = runs.length > 0 || words.length < 2 ? runs : uidsOf(hasAll);
      expect(table.nodes(asked)).toEqual(expected);
    }),
  );
});

it('tells nothing of a part that too many have', () => {
  const table = new PartTable();
  for (let i = 1; i <= 30; i++) table.add(`Ship ${i}`, `0x${i.toString(16)}`);
  expect(table.nodes('Ship')).toEqual([]);
});
