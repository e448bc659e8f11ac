import { confirmations } from './confirmations';
import { flash } from './flash';
import { owner } from './owner';
import { pick } from './pick';
import { providers } from './providers';
import { scopes } from './scopes';
import { search } from './search';
import { settings } from './settings';
import { shell } from './shell';
import { tenants } from './tenants';

/** The texts of the administration. English defines the keys, and another language must have the same ones. */
const en = {
  confirmations,
  flash,
  owner,
  pick,
  providers,
  scopes,
  search,
  settings,
  shell,
  tenants,
};

type AdminTexts = typeof en;

/** The texts of the administration. English is complete, and other languages can be added. */
export const adminTexts: AdminTexts = en;
