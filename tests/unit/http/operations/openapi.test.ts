/** The OpenAPI document covers every own route, is valid OpenAPI 3.1, and refers to schemas that exist. */
import { spawnSync } from 'node:child_process';
import { OPERATIONS, SCHEMAS } from '../../../../src/http/operations';
import { openApi } from '../../../../src/http/operations/openapi';
import { OWLGATE_ROUTES } from '../../../support/http/routes';

const document = openApi('0.0.0');

it('the document has an operation for each method of each owlgate route, and no other', () => {
  const described = Object.entries(OPERATIONS).map(([path, methods]) => [path, Object.keys(methods).sort()]);
  const routed = OWLGATE_ROUTES.map(({ path, handlers }) => [path, Object.keys(handlers).sort()]);
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(routed));
});

it('the document is valid OpenAPI 3.1', () => {
  // The validator is an ES module, which these tests cannot load.
  const script = `import { Validator } from '@seriousme/openapi-schema-validator';
    import { readFileSync } from 'node:fs';
    const { valid, errors } = await new Validator().validate(JSON.parse(readFileSync(0, 'utf8')));
    process.stdout.write(JSON.stringify({ valid, errors }));`;
  const input = JSON.stringify(document);
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    input,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ valid: true });
});

it('the document refers only to schemas that exist', () => {
  const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  expect([...new Set(names)].filter((name) => !(name in SCHEMAS) && name !== 'Error')).toEqual([]);
  expect(Object.keys(SCHEMAS).filter((name) => !names.includes(name))).toEqual([]);
});

const operations = (document as { paths: Record<string, Record<string, object>> }).paths;

it('a status of both an answer and a refusal has the schemas of both', () => {
  for (const [path, methods] of Object.entries(OPERATIONS)) {
    for (const [method, { answers }] of Object.entries(methods)) {
      const at = path.replace(/:(\w+)/g, '{$1}');
      const described = JSON.stringify(operations[at]![method.toLowerCase()]);
      for (const { content } of Object.values(answers)) {
        for (const schema of Object.values(content ?? {})) expect(described).toContain(JSON.stringify(schema));
      }
      expect(described).toContain('#/components/schemas/Error');
    }
  }
});

it('each operation has an id of its own', () => {
  const ids = Object.values(OPERATIONS).flatMap((methods) => Object.values(methods).map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});
