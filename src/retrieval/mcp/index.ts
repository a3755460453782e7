/**
 * The Model Context Protocol's server (https://modelcontextprotocol.io, streamable HTTP): tools and resources of the graph
 * and its ontology. Version 2026-07-28, and those before it, which begin with a handshake.
 *
 * Every request is answered by itself, without a session: nothing has to be kept for clients that never say that they have
 * gone, any gateway behind a balancer can answer, and a key that is revoked is revoked at once.
 */
/* eslint-disable @typescript-eslint/no-deprecated -- Server is the low-level API, which takes JSON Schemas as they are */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { EngineFailure } from '../../dgraph';
import { DqlSyntaxError } from '../../dql';
import { OwlgateError } from '../../errors';
import { check } from './check';
import { sendAnswer, toRequest } from './exchange';
import { listResources, readResource, TEMPLATES } from './resources';
import { TOOLS } from './tools';
import { ToolRefusal, type McpCall, type Tool, type ToolContext } from './types';

export type { McpCall } from './types';

/** Characters of one answer: more would fill a model's context and be of no use to it. */
const MOST_ANSWER = 256 * 1024;
/** Characters of one resource, which a client asks for knowingly. */
const MOST_RESOURCE = 4 * 1024 * 1024;

const INSTRUCTIONS =
  'A graph database (Dgraph) under an OWL 2 RL ontology. Start with list_classes and describe_class for the vocabulary, ' +
  'then query with DQL; inferred facts are stored and are found like asserted ones; explain says why one holds. ' +
  'retrieve answers questions in plain language from documents and graph. mutate shows first what it would do.';

/**
 * Answers one POST.
 *
 * @param body parsed
 */
export async function answerMcp(
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  call: McpCall,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const serve = (): Server => {
    const server = makeServer(call);
    // What is being done for a client that has left is given up.
    gone.signal.addEventListener('abort', () => void server.close(), { once: true });
    return server;
  };
  const onerror = (error: Error): void => call.logger.debug('a request of MCP was refused', { reason: error.message });
  // What changes is asked for again: there is nothing to subscribe to.
  const handler = createMcpHandler(serve, { onerror, maxSubscriptions: 0 });
  try {
    await sendAnswer(await handler.fetch(toRequest(request, gone.signal), { parsedBody: body }), response);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    await handler.close();
  }
}

function makeServer(call: McpCall): Server {
  const server = new Server(
    { name: 'owlgate', title: 'owlgate', version: call.version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: TOOLS.filter(({ needed }) => call.allows(needed)).map(shown),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal, notify } }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name.slice(0, 100)}`);
    const progressToken = params._meta?.progressToken;
    let steps = 0;
    const progress: ToolContext['progress'] = ({ tool: name, result_summary }) => {
      if (progressToken === undefined) return;
      const message = result_summary === undefined ? name : `${name}: ${result_summary}`;
      const notification = { progressToken, progress: ++steps, message };
      void notify({ method: 'notifications/progress', params: notification }).catch(() => undefined);
    };
    return runTool(tool, params.arguments ?? {}, { ...call, signal, progress });
  });
  server.setRequestHandler('resources/list', async () => ({
    resources: (await listResources(call)) as never,
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    try {
      const content = await readResource(params.uri, call);
      if (content.text.length <= MOST_RESOURCE) return { contents: [content] };
      throw new OwlgateError('InvalidRequest', {
        reason: `${params.uri} has ${content.text.length} characters, more than ${MOST_RESOURCE}; GET /ontology has it whole`,
      });
    } catch (error) {
      const { message, code } = told(error, call);
      if (/^Unknown|^NoOntology$/.test(code)) throw new ResourceNotFoundError(params.uri, message);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
  });
  return server;
}

function shown({ name, title, description, inputSchema, writes }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema,
    annotations: { title, readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false },
  };
}

/** What fails is told as the tool's result, so that a model reads it and can do better. */
async function runTool(tool: Tool, given: unknown, context: ToolContext): Promise<CallToolResult> {
  try {
    context.demand(tool.needed, `the tool ${tool.name}`);
    const checked = check(tool, given);
    if (tool.work) await context.begin(tool.work);
    const result = await tool.run(checked, context);
    const text = JSON.stringify(result);
    if (text.length > MOST_ANSWER) {
      const reason = `${tool.name}: the answer has ${text.length} characters, more than ${MOST_ANSWER}; ask for less`;
      throw new OwlgateError('InvalidRequest', { reason });
    }
    return { content: [{ type: 'text', text }], structuredContent: result };
  } catch (error) {
    const { message, code, details } = told(error, context);
    const structuredContent = { errors: [{ message, extensions: { ...details, code } }] };
    return { isError: true, content: [{ type: 'text', text: withDetails(message, details) }], structuredContent };
  }
}

/** Proofs and suggestions are of use to a model; what is long is not. */
function withDetails(message: string, details: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(details);
  return text === '{}' || text.length > 10_000 ? message : `${message}\n${text}`;
}

interface Told {
  readonly message: string;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function told(error: unknown, { logger, requestId }: McpCall): Told {
  if (error instanceof OwlgateError) return { message: error.message, code: error.code, details: error.details };
  if (error instanceof ToolRefusal) {
    const { code = 'EngineError', ...details } = error.details;
    return { message: error.message, code: String(code), details };
  }
  if (error instanceof EngineFailure) return { message: error.message, code: 'EngineError', details: {} };
  if (error instanceof DqlSyntaxError) {
    const { message, line, column } = error;
    return { message, code: 'InvalidRequest', details: { line, column } };
  }
  logger.error('a tool failed for a reason of our own', { requestId, error });
  const { message, code } = new OwlgateError('Internal', { reason: `the log has it under request ${requestId}` });
  return { message, code, details: {} };
}
