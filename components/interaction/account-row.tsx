import { Monogram } from '#components/ui/monogram';
import { displayText } from '#lib/i18n/display-text';
import { Breakable, TextLink } from '../ui/text';

type AccountRowProps = {
  readonly label: string;
  readonly username: string;
  readonly name: string | null;
  /** A link to another account, if there can be one. */
  readonly change?: { readonly text: string; readonly href: string };
};

/** The account a page is about, in words that no application can forge. */
export function AccountRow({ label, username, name, change }: AccountRowProps) {
  const shown = displayText(name ?? username);
  return (
    <div className="flex items-center gap-3 rounded-box border border-border px-3.5 py-3">
      <Monogram name={shown} shape="person" />
      <div className="grid min-w-0 leading-snug">
        <p className="text-muted-foreground text-sm">{label}</p>
        <p className="font-semibold">
          {name !== null && (
            <>
              <bdi>{shown}</bdi>
              <span className="font-normal text-muted-foreground"> · </span>
            </>
          )}
          <bdi className={name === null ? undefined : 'font-normal text-muted-foreground'}>
            <Breakable>{displayText(username)}</Breakable>
          </bdi>
        </p>
        {change && (
          <TextLink href={change.href} className="-my-2 w-fit text-sm">
            {change.text}
          </TextLink>
        )}
      </div>
    </div>
  );
}

/** The address where a person chooses another account for the request. */
export function changeAddress(interaction: string | null): string {
  return `/login?interaction=${interaction ?? ''}&account=choose`;
}
