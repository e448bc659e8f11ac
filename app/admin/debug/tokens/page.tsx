import { permanentRedirect } from 'next/navigation';
import { addressWith } from '#lib/admin/query';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

/** The simulator shows the tokens too. */
export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: ({ query }) => permanentRedirect(addressWith('/admin/debug/simulator', query, {})),
});
