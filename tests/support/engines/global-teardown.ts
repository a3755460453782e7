/** Teardown of the conformance tests: stops the engines that global-setup.ts started. */
import { stopShared } from './global-setup';

export default stopShared;
