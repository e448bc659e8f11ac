import { permanentRedirect } from 'next/navigation';
import { trialPath } from '#lib/login/trial/trial-path';
import { adminPage } from '#lib/next/admin-page';
import { readPathKey } from '#lib/vocabulary/path-segment';

export const dynamic = 'force-dynamic';

/** A client's sign-in is tried in the simulator. */
export default adminPage({
  policy: { permission: 'read' },
  section: 'clients',
  render: ({ params: { id = '' }, query: { trial } }) => permanentRedirect(trialPath(readPathKey(id) ?? '', trial)),
});
