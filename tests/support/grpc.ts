/** Client of api.Dgraph for tests: messages from the generated code, calls by grpc-js. */
import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import {
  Client,
  credentials,
  Metadata,
  type ChannelCredentials,
  type ChannelOptions,
  type ClientDuplexStream,
  type ServiceError,
} from '@grpc/grpc-js';
import * as messages from '../../src/grpc/protocol/dgraph_pb';

export type Failure = ServiceError;

export class GrpcClient {
  private readonly client: Client;

  constructor(
    address: string,
    private readonly headers: Readonly<Record<string, string>> = {},
    security: ChannelCredentials = credentials.createInsecure(),
    options: ChannelOptions = {},
  ) {
    this.client = new Client(address, security, options);
  }

  readonly query = this.method('Query', messages.RequestSchema, messages.ResponseSchema);
  readonly runDql = this.method('RunDQL', messages.RunDQLRequestSchema, messages.ResponseSchema);
  readonly alter = this.method('Alter', messages.OperationSchema, messages.PayloadSchema);
  readonly commitOrAbort = this.method('CommitOrAbort', messages.TxnContextSchema, messages.TxnContextSchema);
  readonly checkVersion = this.method('CheckVersion', messages.CheckSchema, messages.VersionSchema);
  readonly allocateIds = this.method(
    'AllocateIDs',
    messages.AllocateIDsRequestSchema,
    messages.AllocateIDsResponseSchema,
  );
  readonly updateSnapshot = this.method(
    'UpdateExtSnapshotStreamingState',
    messages.UpdateExtSnapshotStreamingStateRequestSchema,
    messages.UpdateExtSnapshotStreamingStateResponseSchema,
  );

  /** Sends bytes to a method. @param signal cancels the call */
  send(name: string, bytes: Uint8Array, deadlineMs = 120_000, signal?: AbortSignal): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const options = { deadline: Date.now() + deadlineMs };
      const call = this.client.makeUnaryRequest(
        pathOf(name),
        identity,
        identity,
        Buffer.from(bytes),
        this.metadata(),
        options,
        (failure, answer) => (failure ? reject(failure) : resolve(answer as Buffer)),
      );
      signal?.addEventListener('abort', () => call.cancel());
    });
  }

  /** Opens a stream of bytes in both directions. */
  stream(name: string): ClientDuplexStream<Buffer, Buffer> {
    return this.client.makeBidiStreamRequest(pathOf(name), identity, identity, this.metadata());
  }

  private metadata(): Metadata {
    const metadata = new Metadata();
    for (const [key, value] of Object.entries(this.headers)) metadata.set(key, value);
    return metadata;
  }

  close(): void {
    this.client.close();
  }

  private method<In extends DescMessage, Out extends DescMessage>(name: string, input: In, output: Out) {
    return async (init: MessageInitShape<In>): Promise<MessageShape<Out>> =>
      fromBinary(output, await this.send(name, toBinary(input, create(input, init))));
  }
}

const identity = (buffer: Buffer): Buffer => buffer;
const pathOf = (name: string): string => (name.startsWith('/') ? name : `/${messages.Dgraph.typeName}/${name}`);

/** Returns the JSON of a response. */
export const jsonOf = (response: { readonly json: Uint8Array }): any =>
  JSON.parse(Buffer.from(response.json).toString());
export const bytes = (text: string): Uint8Array => Buffer.from(text);
