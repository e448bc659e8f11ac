import { leftOutPath } from '#lib/admin/providers/provider-links';
import type { ProviderHealth } from '#lib/admin/providers/read-health';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';

type LeftOutProps = { readonly name: string; readonly leftOut: NonNullable<ProviderHealth['leftOut']> };

/** The claims of the last sign-in that an account had no room for, with a link to all such sign-ins of the day. */
export function LeftOut({ name, leftOut: { at, claims } }: LeftOutProps) {
  return (
    <>
      <a href={leftOutPath(name)} className="underline underline-offset-4">
        {adminTexts.providers.usage.leftOut}
      </a>{' '}
      <Moment at={at} />: {claims.join(', ')}
    </>
  );
}
