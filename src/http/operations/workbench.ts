/** Operations of the workbench (docs/workbench.md): its files, and the rights of the client that it shows. */
import { json, object, operation, ref, string, type Schema } from './operation';

const page = { 'text/html': string };

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Session: object({
    version: string,
    ontology: { type: ['integer', 'null'], description: 'Version in force.' },
    engine: { enum: ['embedded', 'cluster'] },
    keys: { type: 'boolean', description: 'Requests need API keys.' },
    'name?': { type: 'string', description: 'Name of the key.' },
    role: { enum: ['read', 'validate', 'write', 'admin'] },
    administers: { type: 'boolean', description: 'The address may administer.' },
    accessControl: { type: 'boolean', description: 'The cluster has access control, and the gateway a login there.' },
    'user?': { type: 'string', description: 'User of the access token.' },
    guardian: { type: 'boolean', description: 'Everybody without access control; else members of guardians.' },
  }),
};

export const ENTRY = operation({
  id: 'getWorkbenchEntry',
  tag: 'service',
  summary: 'Redirect to the workbench',
  parameters: {},
  answers: { 308: { description: 'The workbench is at `/ui/`.' } },
  errors: [],
});

export const PAGE = operation({
  id: 'getWorkbench',
  tag: 'service',
  summary: 'The workbench, a web page',
  parameters: {},
  answers: {
    200: { description: 'The page.', content: page },
    304: { description: '`If-None-Match` names this page.' },
  },
  errors: ['NoSuchFile'],
});

export const ASSET = operation({
  id: 'getWorkbenchFile',
  tag: 'service',
  summary: 'Script or style of the workbench',
  parameters: {},
  answers: {
    200: { description: 'The file.', content: { 'text/javascript': string, 'text/css': string } },
    304: { description: '`If-None-Match` names this file.' },
  },
  errors: ['NoSuchFile'],
});

export const SESSION = operation({
  id: 'getSession',
  tag: 'service',
  summary: 'Rights of the client, and the kind of the engine',
  parameters: {},
  answers: { 200: { description: 'The rights.', content: json(ref('Session')) } },
  errors: [],
});
