/** Client for the documents of a database. */
import { get, post, type Answer } from '../engines/wire';

interface Reply {
  readonly status: number;
  readonly body: Answer;
}

type Sent = Readonly<Record<string, unknown>>;

export interface DocumentClient {
  put(source: string, body: string, type: string, more?: Readonly<Record<string, string>>): Promise<Reply>;
  putAll(documents: readonly Sent[]): Promise<Reply>;
  /** Sends documents and returns the whole stream as text. */
  stream(documents: readonly Sent[], accept: string): Promise<string>;
  get(parameters: Readonly<Record<string, string>>): Promise<Reply>;
  remove(source: string): Promise<Reply>;
  relink(): Promise<Reply>;
  retrieve(question: string, more?: Sent): Promise<Reply>;
}

export function documentsOf(url: () => string, database = 'default'): DocumentClient {
  const base = `/api/v1/databases/${database}`;
  const path = (parameters: Readonly<Record<string, string>>): string =>
    `${base}/documents?${new URLSearchParams(parameters).toString()}`;
  const JSON_TYPE = 'application/json';
  return {
    put: (source, body, type, more = {}) => post(url(), { path: path({ source, ...more }), type, body }),
    putAll: (documents) => post(url(), { path: path({}), type: JSON_TYPE, body: JSON.stringify({ documents }) }),
    stream: async (documents, accept) => {
      const headers = { 'Content-Type': JSON_TYPE, Accept: accept };
      const body = JSON.stringify({ documents });
      return (await fetch(url() + path({}), { method: 'POST', headers, body })).text();
    },
    get: (parameters) => get(url(), path(parameters)),
    remove: async (source) => {
      const response = await fetch(url() + path({ source }), { method: 'DELETE' });
      return { status: response.status, body: await response.json() };
    },
    relink: () => post(url(), { path: `${base}/documents/relink`, type: JSON_TYPE, body: '' }),
    retrieve: (question, more = {}) =>
      post(url(), { path: `${base}/retrieve`, type: JSON_TYPE, body: JSON.stringify({ question, ...more }) }),
  };
}
