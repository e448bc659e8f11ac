import { adminPage } from '#lib/next/admin-page';
import { overviewPage } from '#views/admin/overview/view';

export const dynamic = 'force-dynamic';

export default adminPage({ policy: { permission: 'read' }, section: 'overview', render: overviewPage });
