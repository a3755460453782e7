/** Reflection service: tells tools such as grpcurl the methods and messages. */
import { toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { Server } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { file_dgraph } from './protocol/dgraph_pb';

type Definitions = ConstructorParameters<typeof ReflectionService>[0];

export function addReflection(server: Server): void {
  const file = Buffer.from(toBinary(FileDescriptorProtoSchema, file_dgraph.proto));
  // The service reads nothing but the files of its definitions.
  const described = { format: 'Protocol Buffer 3 DescriptorProto', type: {}, fileDescriptorProtos: [file] };
  new ReflectionService({ [file_dgraph.proto.package]: described } as unknown as Definitions).addToServer(server);
}
