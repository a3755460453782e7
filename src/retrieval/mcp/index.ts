/**
 * Server of the Model Context Protocol (https://modelcontextprotocol.io, streamable HTTP): tools and resources of the
 * graph and its ontology. Supports version 2026-07-28 and the earlier ones, which begin with a handshake.
 *
 * There are no sessions: abandoned clients leave no state, any gateway behind a balancer can answer, and a revoked key
 * stops working at once.
 */
/* oxlint-disable typescript/no-deprecated -- Server is the low-level API, which takes JSON Schemas as they are */
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
import { ERRORS, OwlgateError, type ErrorCode } from '../../errors';
import { check } from './check';
import { sendAnswer, toRequest } from './exchange';
import { listResources, readResource, TEMPLATES } from './resources';
import { TOOLS } from './tools';
import { ToolRefusal, type McpCall, type Tool, type ToolContext } from './types';

/** Maximum characters of one answer: a longer one would only fill a model's context. */
const MAX_ANSWER_CHARACTERS = 256 * 1024;
/** Maximum characters of one resource. */
const MAX_RESOURCE_CHARACTERS = 4 * 1024 * 1024;

const INSTRUCTIONS =
  'A graph database (Dgraph) under an OWL 2 RL ontology. Start with list_classes and describe_class for the ' +
  'vocabulary, ' +
  'then query with DQL; inferred facts are stored and are found like asserted ones; explain says why one holds. ' +
  'retrieve answers questions in plain language from documents and graph; search and read_passages show documents, ' +
  'find_nodes and neighbours the graph. mutate shows first what it would do.';

/**
 * Answers one POST request.
 *
 * @param body parsed body
 */
export async function answerMcp(
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  call: McpCall,
): Promise<void> {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  const serve = (): Server => {
    const server = makeServer(call);
    // Cancels the work for a disconnected client.
    disconnected.signal.addEventListener('abort', () => void server.close(), { once: true });
    return server;
  };
  const onerror = (error: Error): void => call.logger.debug('MCP request refused', { reason: error.message });
  // Clients poll: there is nothing to subscribe to.
  const handler = createMcpHandler(serve, { onerror, maxSubscriptions: 0 });
  try {
    await sendAnswer(await handler.fetch(toRequest(request, disconnected.signal), { parsedBody: body }), response);
  } catch (error) {
    if (!disconnected.signal.aborted) throw error;
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
    tools: TOOLS.filter(({ requiredRole }) => call.allows(requiredRole)).map(describeTool),
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
      if (content.text.length <= MAX_RESOURCE_CHARACTERS) return { contents: [content] };
      throw new OwlgateError('InvalidRequest', {
        reason:
          `${params.uri} has ${content.text.length} characters, more than ${MAX_RESOURCE_CHARACTERS}; GET ` +
          '/ontology has it whole',
      });
    } catch (error) {
      const { message, code } = describeError(error, call);
      if (isMissing(code)) throw new ResourceNotFoundError(params.uri, message);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
  });
  return server;
}

function describeTool({ name, title, description, inputSchema, writes }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema,
    annotations: { title, readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false },
  };
}

/** Runs a tool. Failures become the tool's result, so that a model can read and correct them. */
async function runTool(tool: Tool, args: unknown, context: ToolContext): Promise<CallToolResult> {
  try {
    context.demand(tool.requiredRole, `the tool ${tool.name}`);
    const checked = check(tool, args);
    if (tool.work) await context.begin(tool.work);
    const result = await tool.run(checked, context);
    const text = JSON.stringify(result);
    if (text.length > MAX_ANSWER_CHARACTERS) {
      const reason =
        `${tool.name}: the answer has ${text.length} characters, more than ${MAX_ANSWER_CHARACTERS}; ask for ` + 'less';
      throw new OwlgateError('InvalidRequest', { reason });
    }
    return { content: [{ type: 'text', text }], structuredContent: result };
  } catch (error) {
    const { signal } = context;
    // The client has left or cancelled: nothing has failed, and there is nobody to answer.
    if (signal.aborted && (error === signal.reason || (error as Error | undefined)?.name === 'AbortError')) throw error;
    const { message, code, details } = describeError(error, context);
    const structuredContent = { errors: [{ message, extensions: { ...details, code } }] };
    return {
      isError: true,
      content: [{ type: 'text', text: withDetails(message + hintOf(code, details), details) }],
      structuredContent,
    };
  }
}

/** Returns true for the error code of a missing resource. */
const isMissing = (code: string): boolean =>
  code === 'NoOntology' || (Object.hasOwn(ERRORS, code) && ERRORS[code as ErrorCode].status === 404);

/** Tools that list what a caller may name; told where no name is similar. */
const LISTING: Readonly<Record<string, string>> = {
  UnknownClass: 'list_classes lists the classes',
  UnknownPredicate: 'schema lists the predicates',
};

function hintOf(code: string, { suggestions }: Readonly<Record<string, unknown>>): string {
  const hint = LISTING[code];
  return hint !== undefined && Array.isArray(suggestions) && suggestions.length === 0 ? `; ${hint}` : '';
}

/** Appends details such as proofs and suggestions, unless they are long. */
function withDetails(message: string, details: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(details);
  return text === '{}' || text.length > 10_000 ? message : `${message}\n${text}`;
}

interface ErrorDescription {
  readonly message: string;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function describeError(error: unknown, { logger, requestId }: McpCall): ErrorDescription {
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
  logger.error('tool failed with an internal error', { requestId, error });
  const { message, code } = new OwlgateError('Internal', { reason: `see request ${requestId} in the log` });
  return { message, code, details: {} };
}
