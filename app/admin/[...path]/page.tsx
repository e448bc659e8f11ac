import { areaPage } from '#lib/next/area-page';
import { auditPages } from '#views/admin/audit/view';
import { historyPages } from '#views/admin/history/view';
import { keyPages } from '#views/admin/keys/view';

export const dynamic = 'force-dynamic';

export default areaPage([keyPages, auditPages, historyPages]);
