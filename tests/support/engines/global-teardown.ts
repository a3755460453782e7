/** After the conformance tests: ends what global-setup.ts started. */
import { stopShared } from './global-setup';

export default stopShared;
