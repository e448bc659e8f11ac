import { z } from 'zod';
import { accessRequestOperations } from '../access-requests/api';
import { agentOperations } from '../agents/api';
import { apiSection } from '../apis/section';
import { assignmentOperations } from '../assignments/api';
import { auditOperations } from '../audit/api';
import { checkOperations } from '../checks/api';
import { clientOperations } from '../clients/api';
import { memberOperations } from '../groups/api';
import { groupSection } from '../groups/section';
import { revisionOperations } from '../history/api';
import { keyActions } from '../keys/actions';
import { listKeys } from '../keys/api';
import { overviewOperations } from '../overview/api';
import { providerSection } from '../providers/section';
import { requestOperations } from '../requests/api';
import { scopeSection } from '../scopes/section';
import { previewOperations } from '../simulate/api';
import { tenantSection } from '../tenants/section';
import { traceOperations } from '../traces/api';
import { userActions } from '../users/actions';
import { userOperations } from '../users/api';
import { type ApiDocument, buildDocument } from './document/build-document';
import { entryOperations } from './entries/entry-operations';
import { defineOperation, type Operation } from './operation';
import { configurationOperations } from './resources/configuration';
import { providerOperations } from './resources/providers';
import { searchOperations } from './resources/search';
import { settingOperations } from './resources/settings';
import { tenantUsageOperations } from './resources/tenant-usage';

/** All operations of the API. This table is used for routing, authorization, validation and documentation. */
export const operations: readonly Operation[] = [
  ...overviewOperations,
  ...searchOperations,
  ...clientOperations,
  ...agentOperations,
  ...[scopeSection, apiSection, groupSection, providerSection, tenantSection].flatMap(entryOperations),
  ...providerOperations,
  ...tenantUsageOperations,
  ...memberOperations,
  ...assignmentOperations,
  ...accessRequestOperations,
  ...userOperations,
  ...userActions.flatMap(({ operation }) => operation ?? []),
  listKeys,
  ...keyActions.flatMap(({ operation }) => operation ?? []),
  ...auditOperations,
  ...revisionOperations,
  ...configurationOperations,
  ...checkOperations,
  ...requestOperations,
  ...traceOperations,
  ...previewOperations,
  ...settingOperations,
  documentOperation(() => operations),
];

/**
 * Returns the document that describes all operations, including this one. It contains nothing about this installation,
 * so it is public.
 */
function documentOperation(list: () => readonly Operation[]): Operation {
  let built: ApiDocument | null = null;
  return defineOperation({
    id: 'getDocument',
    endpoint: 'GET /openapi.json',
    tag: 'document',
    summary: 'Get this document',
    permission: 'open',
    success: { status: 200, description: 'An OpenAPI 3.1 document.', schema: z.looseObject({ openapi: z.string() }) },
    run: async () => {
      built ??= buildDocument(list());
      return { body: built };
    },
  });
}
