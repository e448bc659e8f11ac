import { areaPage } from '#lib/next/area-page';
import { keyPages } from '#views/admin/keys/view';

export const dynamic = 'force-dynamic';

export default areaPage([keyPages]);
