import type { Route } from '#lib/protocol/route';
import { accessRequestActions } from './access-requests/actions';
import { agentBulk } from './agents/actions';
import { createApi } from './apis/actions';
import { apiAssignmentActions, clientAssignmentActions, userAssignmentActions } from './assignments/actions';
import { portalPreview, tenantPreview } from './branding/preview';
import type { BulkActions } from './bulk/define-bulk';
import { checkActions } from './checks/actions';
import { clientBulk, clientForms } from './clients/actions';
import { importConfiguration } from './configuration/import-document';
import { demoActions } from './demo/actions';
import { allEntryForms } from './entries/entry-forms';
import { createGroup, groupActions } from './groups/actions';
import { historyActions } from './history/actions';
import { keyActions } from './keys/actions';
import type { Action } from './kit/define-action';
import type { AreaForm } from './kit/define-form';
import { providerForms } from './providers/actions';
import { requestActions } from './requests/actions';
import { createScope } from './scopes/actions';
import { portalForms } from './settings/actions';
import { createTenant } from './tenants/actions';
import { traceActions } from './traces/actions';
import { userActions } from './users/actions';
import { userBulk } from './users/bulk';

/** Every action of the administration that defineAction() made: its form, page, proof, event and operation. */
export const actions: readonly Action[] = [
  ...checkActions,
  ...requestActions,
  ...traceActions,
  ...demoActions,
  ...historyActions,
  ...keyActions,
  ...userActions,
  ...groupActions,
  ...accessRequestActions,
  ...clientAssignmentActions,
  ...apiAssignmentActions,
  ...userAssignmentActions,
];

/** The actions on several lines of each list. */
export const bulks: readonly BulkActions[] = [agentBulk, clientBulk, userBulk];

/** The forms whose fields depend on what is changed. */
export const areaForms: readonly AreaForm[] = [
  ...allEntryForms,
  ...Object.values(clientForms),
  ...Object.values(providerForms),
  createScope,
  createGroup,
  createApi,
  createTenant,
  ...portalForms.values(),
  portalPreview,
  tenantPreview,
  importConfiguration,
];

/** All forms of the administration, for the route table. */
export const forms: readonly Route[] = [...actions, ...bulks, ...areaForms].map(({ route }) => route);
