import { audit } from './audit';
import { clients } from './clients';
import { history } from './history';
import { requests } from './requests';
import { scopes } from './scopes';
import { settings } from './settings';
import { shell } from './shell';

/** The administration's words. English decides what there is; another language has the same shape. */
const en = { audit, clients, history, requests, scopes, settings, shell };

export type AdminTexts = typeof en;

/** The words of the administration. English is complete; the shape is ready for others. */
export const adminTexts: AdminTexts = en;
