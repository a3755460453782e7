/** The gRPC surface: Dgraph's service api.Dgraph, into the services of the HTTP room. */
export { GrpcServer } from './server';
