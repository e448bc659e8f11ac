import type { AreaPages } from '../kit/view';
import { userBulk } from './bulk-users';

export const userPages: AreaPages = { section: 'users', actions: [], bulk: userBulk, pages: [] };
