import { audit } from './audit';
import { history } from './history';
import { requests } from './requests';
import { settings } from './settings';
import { shell } from './shell';

/** The administration's words. English decides what there is; another language has the same shape. */
const en = { audit, history, requests, settings, shell };

export type AdminTexts = typeof en;

/** The words of the administration. English is complete; the shape is ready for others. */
export const adminTexts: AdminTexts = en;
