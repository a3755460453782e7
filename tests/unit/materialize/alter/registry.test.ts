/** Operations on /alter against the registry's predicates. */
import { readAlter } from '../../../../src/dql';
import { protectRegistry } from '../../../../src/materialize/alter/registry';

const protect = (body: string) => () => protectRegistry(readAlter(body));

describe('an operation', () => {
  it.each([
    ['{"drop_all": true}'],
    ['{"drop_op": "DATA"}'],
    ['{"drop_op": "TYPE", "drop_value": "owlgate.T"}'],
    ['{"drop_attr": "name"}'],
    ['{"drop_attr": ""}'],
    ['{"schema": "name: string ."}'],
    ['null'],
    [''],
    // Dgraph reads the drop alone.
    ['{"schema": "owlgate.key: int .", "drop_attr": "name"}'],
  ])('%s is accepted', (body) => {
    expect(protect(body)).not.toThrow();
  });

  it.each([
    ['{"drop_attr": "owlgate.key"}'],
    ['{"dropAttr": "owlgate.text"}'],
    ['{"drop_op": "ATTR", "drop_value": "owlgate.lock"}'],
    ['{"drop_op": 3, "dropValue": "owlgate.lock"}'],
    ['{"drop_op": "TYPE", "drop_value": "T", "drop_attr": "owlgate.lock"}'],
    ['{"drop_attr": "\\u006fwlgate.key"}'],
    ['{"drop\\u005fattr": "owlgate.key"}'],
    ['{"drop_attr": "owlgate.key", "schema": null}'],
    ['{"schema": "owlgate.key: int ."}'],
    ['{"drop_op": 7, "schema": "owlgate.key: int ."}'],
    ['owlgate.key: int .'],
  ])('%s is refused', (body) => {
    expect(protect(body)).toThrow(expect.objectContaining({ code: 'ReservedPredicate' }) as Error);
  });

  it.each([
    ['{', 'cannot be read'],
    ['{"drop_attr": 5}', 'takes a string'],
    ['{"drop_attr": "\\u006fwlgate.key"', 'cannot be read'],
    ['{"drop_attr": "\\u006fwlgate.key"} x', 'cannot be read'],
    ['{"drop_attr": "\\u006fwlgate.key", "more": 1}', 'no field "more"'],
    ['{"Drop_Attr": "name"}', 'no field "Drop_Attr"'],
    ['{"drop_attr": "name", "drop_op": "attr"}', 'takes one of NONE, ALL, DATA, ATTR, TYPE'],
    ['{"dropAttr": "owlgate.key", "drop_attr": "name"}', 'given twice'],
    ['{"drop_attr": "owlgate.key", "drop_attr": "name"}', 'given twice'],
    ['{"drop_attr": "owlgate.key", "drop_attr": null}', 'given twice'],
  ])('%s is refused, since an engine might carry out a part of it', (body, reason) => {
    expect(protect(body)).toThrow(expect.objectContaining({ code: 'InvalidRequest' }) as Error);
    expect(protect(body)).toThrow(reason);
  });
});
