import { clientPath } from '#lib/admin/entries/entry-path';
import { Name } from '../ui/text';

type ClientLinksProps = {
  readonly clients: readonly { readonly clientId: string; readonly name: string }[];
  /** The page of the clients that is linked. */
  readonly page?: string;
  /** The number of other clients in words, with the list of all of them if there is one. Null if there are none. */
  readonly more: { readonly text: string; readonly href?: string } | null;
};

/** Links to clients by name, on one line. */
export function ClientLinks({ clients, page, more }: ClientLinksProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {clients.map(({ clientId, name }) => (
        <li key={clientId} className="break-words">
          <a href={clientPath(clientId, page)} className="underline underline-offset-4">
            <Name>{name}</Name>
          </a>
        </li>
      ))}
      {more !== null && (
        <li className="text-muted-foreground">
          {more.href === undefined ? (
            more.text
          ) : (
            <a href={more.href} className="underline underline-offset-4">
              {more.text}
            </a>
          )}
        </li>
      )}
    </ul>
  );
}
