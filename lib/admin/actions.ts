import type { Route } from '#lib/protocol/route';
import { agentBulk } from './agents/actions';
import type { BulkActions } from './bulk/define-bulk';
import { clientBulk } from './clients/bulk-clients';
import { demoActions } from './demo/actions';
import { historyActions } from './history/actions';
import { keyActions } from './keys/actions';
import type { Action } from './kit/define-action';
import { requestActions } from './requests/actions';
import { traceActions } from './traces/actions';
import { userActions } from './users/actions';
import { userBulk } from './users/bulk';

/** Every action of the administration that defineAction() made: its form, page, proof, event and operation. */
export const actions: readonly Action[] = [
  ...requestActions,
  ...traceActions,
  ...demoActions,
  ...historyActions,
  ...keyActions,
  ...userActions,
];

/** The actions on several lines of each list. */
export const bulks: readonly BulkActions[] = [agentBulk, clientBulk, userBulk];

/** The forms of all actions, for the route table. */
export const forms: readonly Route[] = [...actions, ...bulks].map(({ route }) => route);
