import { Checkbox } from '#components/ui/checkbox';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ClaimGroup } from '#lib/login/read-consent-page';
import { claimName, scopeName } from './scope-text';
import { Values } from './values';

type ClaimListProps = {
  readonly locale: Locale;
  readonly groups: readonly ClaimGroup[];
  readonly ticked: boolean;
};

/** The claims that the application requests by name, each with its own box, under the scope that contains it. */
export function ClaimList({ locale, groups, ticked }: ClaimListProps) {
  if (groups.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold text-muted-foreground text-sm">
        {translate(locale, 'consent.details')}
      </legend>
      <ul className="divide-y divide-border rounded-box border border-border">
        {groups.map(({ scope, claims }) => (
          <li key={scope.name} className="px-3.5 py-0.5">
            <p className="pt-2 text-muted-foreground text-sm">
              <bdi>{scopeName(locale, scope)}</bdi>
            </p>
            {claims.map(({ claim, values }) => (
              <Checkbox
                key={claim}
                id={`claim-${claim}`}
                name="claim"
                value={claim}
                defaultChecked={ticked}
                label={<bdi>{claimName(claim)}</bdi>}
                hint={values.length > 0 && <Values values={values} />}
              />
            ))}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
