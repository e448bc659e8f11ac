import { agentTexts as agents } from './agents';
import { audit } from './audit';
import { checks } from './checks';
import { clients } from './clients';
import { confirmations } from './confirmations';
import { debug } from './debug';
import { flash } from './flash';
import { history } from './history';
import { keys } from './keys';
import { overview } from './overview';
import { owner } from './owner';
import { pick } from './pick';
import { providers } from './providers';
import { requests } from './requests';
import { scopes } from './scopes';
import { search } from './search';
import { settings } from './settings';
import { shell } from './shell';
import { simulate } from './simulate';
import { tenants } from './tenants';
import { traces } from './traces';
import { users } from './users';

/** The administration's words. English decides what there is; another language has the same shape. */
const en = {
  agents,
  audit,
  checks,
  clients,
  confirmations,
  debug,
  flash,
  history,
  keys,
  overview,
  owner,
  pick,
  providers,
  requests,
  scopes,
  search,
  settings,
  shell,
  simulate,
  tenants,
  traces,
  users,
};

type AdminTexts = typeof en;

/** The words of the administration. English is complete; the shape is ready for others. */
export const adminTexts: AdminTexts = en;
