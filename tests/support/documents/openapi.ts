/** docs/openapi.md, generated from the operations of owlgate's own routes. */
import { OPERATIONS } from '../../../src/http/operations';
import { TAGS, type Operation, type Parameter } from '../../../src/http/operations/operation';
import { wrapped } from './wrap';

const INTRODUCTION = `# OpenAPI

\`GET /openapi.json\` returns an OpenAPI 3.1 document of owlgate's own routes, with the schemas of bodies and answers.
This page is made from the same source by \`npm run docs\`. [api.md](api.md) describes the routes with examples.`;

/** Text of the page. */
export function openApiPage(): string {
  const operations = Object.entries(OPERATIONS).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = Object.entries(TAGS).map(([tag, description]) =>
    [
      `## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}`,
      description,
      ...operations
        .filter(({ operation }) => operation.tag === tag)
        .map(({ path, method, operation }) => entry(path, method, operation)),
    ].join('\n\n'),
  );
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

function entry(path: string, method: string, { summary, parameters, headers = {}, body }: Operation): string {
  const inputs = [...Object.entries(parameters), ...Object.entries(headers)].map(([name, parameter]) =>
    listItem(`\`${name}\`${parameter.required ? ' (required)' : ''}: ${describe(parameter)}`),
  );
  return [
    `**\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\`**`,
    ...wrapped(`${summary}.`),
    ...(body ? [listItem(`body: ${Object.keys(body.content).join(', ')}`)] : []),
    ...inputs,
  ].join('\n');
}

const listItem = (text: string): string =>
  wrapped(`- ${text}`)
    .map((line, i) => (i === 0 ? line : `  ${line}`))
    .join('\n');

function describe({ description, schema }: Parameter): string {
  const { default: preset } = schema;
  return preset === undefined ? description : `${description} Default: ${JSON.stringify(preset).replaceAll('"', '')}.`;
}
