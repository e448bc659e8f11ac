import type { AreaPages } from '../kit/view';
import { clientBulk } from './bulk-clients';

export const clientPages: AreaPages = { section: 'clients', actions: [], bulk: clientBulk, pages: [] };
