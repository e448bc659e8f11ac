import type { AreaPages } from '../kit/view';
import { clientBulk } from './bulk-clients';

/** Its forms. The pages are in app/admin/clients, which has precedence, as long as the others are. */
export const clientPages: AreaPages = { section: 'clients', actions: [], bulk: clientBulk, pages: [] };
