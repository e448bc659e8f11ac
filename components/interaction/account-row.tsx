import { Monogram } from '#components/ui/monogram';
import { displayText } from '#lib/i18n/display-text';

type AccountRowProps = { readonly label: string; readonly username: string; readonly name: string | null };

/** The account a page is about, in words that no application can forge. */
export function AccountRow({ label, username, name }: AccountRowProps) {
  const shown = displayText(name ?? username);
  return (
    <div className="flex items-center gap-3 rounded-box border border-border px-3.5 py-3">
      <Monogram name={shown} shape="person" />
      <p className="grid min-w-0 leading-snug">
        <span className="text-muted-foreground text-sm">{label}</span>
        <span className="font-medium [overflow-wrap:anywhere]">
          <bdi>{shown}</bdi>
          {name !== null && (
            <span className="font-normal text-muted-foreground">
              {' · '}
              <bdi>{displayText(username)}</bdi>
            </span>
          )}
        </span>
      </p>
    </div>
  );
}
