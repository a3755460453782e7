/** Routes by kind. */
import { ROUTES } from '../../../src/http/routes';

export const DGRAPH_ROUTES = ROUTES.filter((route) => route.kind === 'dgraph');
export const OWLGATE_ROUTES = ROUTES.filter((route) => route.kind === 'owlgate');
