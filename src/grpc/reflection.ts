/** Reflection service: tells tools such as grpcurl the methods and messages, also those of the health service. */
import { toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { Server } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { service as health } from 'grpc-health-check';
import { file_dgraph } from './protocol/dgraph_pb';

const HEALTH_PACKAGE = 'grpc.health.v1';

type Definitions = ConstructorParameters<typeof ReflectionService>[0];

export function addReflection(server: Server): void {
  const file = Buffer.from(toBinary(FileDescriptorProtoSchema, file_dgraph.proto));
  // The service reads nothing but the files of its definitions.
  const described = { format: 'Protocol Buffer 3 DescriptorProto', type: {}, fileDescriptorProtos: [file] };
  const definitions = { [file_dgraph.proto.package]: described, [HEALTH_PACKAGE]: health['Check']?.requestType };
  new ReflectionService(definitions as unknown as Definitions).addToServer(server);
}
