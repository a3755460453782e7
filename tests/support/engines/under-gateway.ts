/** Tests of a gateway in front of each engine. */
import type { Gateway } from '../../../src/app';
import { forEachEngine, type EngineUnderTest } from './index';
import { startGatewayOver } from './gateway';

export interface Testbed {
  readonly engine: EngineUnderTest;
  /** URL of the gateway; available once the tests run. */
  readonly url: string;
  /** Address of gRPC, if the settings turn it on. */
  readonly grpcAddress: string;
}

/**
 * Defines a group of tests for every available engine, initially empty, with a gateway before it.
 *
 * @param environment further settings of the gateway
 * @param isIncluded engines to run on; all by default
 */
export function underGateway(
  body: (testbed: Testbed) => void,
  environment: Readonly<Record<string, string>> = {},
  isIncluded: (engine: EngineUnderTest) => boolean = () => true,
): void {
  forEachEngine((engine) => {
    if (!isIncluded(engine)) return;
    let gateway: Gateway | undefined;
    beforeAll(async () => {
      await engine.reset();
      gateway = await startGatewayOver(engine, environment);
    });
    afterAll(() => gateway?.close());
    body({
      engine,
      get url() {
        return gateway!.url;
      },
      get grpcAddress() {
        return `127.0.0.1:${gateway!.grpcPort}`;
      },
    });
  });
}
