/** Predicates under conversion, and the wait for its end. */
import { parseSchema } from '../../../../src/dql';
import { OwlgateError } from '../../../../src/errors';
import { awaitConversion, duePredicates } from '../../../../src/materialize/in-force/due-predicates';

it('predicates with another type or cardinality are due, and those that were dropped for it', () => {
  const compiled = parseSchema(
    'type_: string @index(exact) .\nlist: [string] .\ndropped: int .\nsame: int .\nindex: string @index(exact) .',
  );
  const stored = { type_: 'int', list: 'string', same: 'int', index: 'string' };
  const schema = Object.entries(stored).map(([predicate, type]) => ({ predicate, type }));
  const due = duePredicates(compiled, { schema, types: [] });
  expect(['type_', 'list', 'dropped', 'same', 'index', 'other'].filter((name) => due.has(name))).toEqual([
    'type_',
    'list',
    'dropped',
  ]);
});

/** Conversion whose numbers of predicates are given by the time, in steps of 100 ms. */
function conversion(numbers: readonly (number | undefined)[]) {
  const began = Date.now();
  return {
    get due() {
      const step = Math.floor((Date.now() - began) / 100);
      return step < numbers.length ? { version: 2, unconverted: numbers[step] } : undefined;
    },
    check: () => Promise.resolve(),
  };
}

it('a wait lasts as long as predicates are converted', async () => {
  await expect(awaitConversion(conversion([undefined, 5, 4, 3, 2, 1]), 250)).resolves.toBeUndefined();
});

it('a wait ends when none was converted for a long time, with the number of those that are left', async () => {
  const error: unknown = await awaitConversion(conversion([5, 4, 4, 4, 4, 4, 4, 4]), 250).catch(
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(OwlgateError);
  expect(error).toMatchObject({ code: 'OntologyBusy', details: { unconverted: 4 } });
});
