import { areaPage } from '#lib/next/area-page';
import { agentPages } from '#views/admin/agents/view';
import { apiPages } from '#views/admin/apis/view';
import { auditPages } from '#views/admin/audit/view';
import { checkPages } from '#views/admin/checks/view';
import { clientPages } from '#views/admin/clients/view';
import { debugPages } from '#views/admin/debug/view';
import { demoPages } from '#views/admin/demo/view';
import { groupPages } from '#views/admin/groups/view';
import { historyPages } from '#views/admin/history/view';
import { keyPages } from '#views/admin/keys/view';
import { providerPages } from '#views/admin/providers/view';
import { requestPages } from '#views/admin/requests/view';
import { scopePages } from '#views/admin/scopes/view';
import { searchPages } from '#views/admin/search/view';
import { settingsPages } from '#views/admin/settings/view';
import { simulatePages } from '#views/admin/simulate/view';
import { tenantPages } from '#views/admin/tenants/view';
import { tracePages } from '#views/admin/traces/view';
import { userPages } from '#views/admin/users/view';

export const dynamic = 'force-dynamic';

export default areaPage([
  agentPages,
  auditPages,
  clientPages,
  demoPages,
  groupPages,
  apiPages,
  historyPages,
  keyPages,
  providerPages,
  scopePages,
  searchPages,
  settingsPages,
  tenantPages,
  userPages,
  tracePages,
  requestPages,
  simulatePages,
  debugPages,
  checkPages,
]);
