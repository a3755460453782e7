/** Reflection service: tells tools such as grpcurl the methods and messages, also those of the health service. */
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, type FileDescriptorProto } from '@bufbuild/protobuf/wkt';
import type { Server } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { service as health } from 'grpc-health-check';
import { invariant } from '../util/assert';
import { file_dgraph } from './protocol/dgraph_pb';

type Definitions = ConstructorParameters<typeof ReflectionService>[0];

export function addReflection(server: Server): void {
  // The service reads nothing but the files of its definitions.
  const definitions = [file_dgraph.proto, healthFile()].map((file) => {
    const fileDescriptorProtos = [Buffer.from(toBinary(FileDescriptorProtoSchema, file))];
    return [file.package, { format: 'Protocol Buffer 3 DescriptorProto', type: {}, fileDescriptorProtos }];
  });
  const byPackage: unknown = Object.fromEntries(definitions);
  new ReflectionService(byPackage as Definitions).addToServer(server);
}

/** Method of a service that was loaded from a file, with the file. */
interface LoadedMethod {
  readonly requestType: { readonly fileDescriptorProtos: readonly Buffer[] };
}

/** Returns the description of the health service. */
function healthFile(): FileDescriptorProto {
  const method = health['Check'] as unknown as LoadedMethod | undefined;
  const [bytes] = method?.requestType.fileDescriptorProtos ?? [];
  invariant(bytes !== undefined, 'the health service has its description');
  return withMapEntries(fromBinary(FileDescriptorProtoSchema, bytes));
}

/** Names the entries of maps as tools require, `StatusesEntry` for `statuses`; protobufjs calls them `Statuses`. */
function withMapEntries(file: FileDescriptorProto): FileDescriptorProto {
  for (const { nestedType, field } of file.messageType) {
    for (const entry of nestedType.filter(({ options }) => options?.mapEntry)) {
      const { name } = entry;
      entry.name = `${name}Entry`;
      for (const each of field) if (each.typeName === name) each.typeName = entry.name;
    }
  }
  return file;
}
