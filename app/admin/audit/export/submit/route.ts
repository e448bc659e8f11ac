import { handleAuditExport } from '#lib/admin/audit/export-audit';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleAuditExport);
