import { texts } from '#lib/admin/apis/texts';
import { TabsNav } from '../ui/tabs-nav';

/** The tabs of the lists of APIs and scopes. */
export function ApiTabs({ current }: { readonly current: 'apis' | 'scopes' }) {
  const { label, ...names } = texts.both;
  const tabs = (['apis', 'scopes'] as const).map((name) => {
    return { label: names[name], href: `/admin/${name}`, current: name === current };
  });
  return <TabsNav label={label} tabs={tabs} />;
}
