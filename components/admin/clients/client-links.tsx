import { clientPath } from '#lib/admin/entries/entry-path';

type ClientLinksProps = {
  readonly clients: readonly { readonly clientId: string; readonly name: string }[];
  /** The tab of the clients that is linked. */
  readonly page?: string;
  /** The text for the number of other clients, or null if there are none. */
  readonly more: string | null;
};

/** Links to clients by name, on one line. */
export function ClientLinks({ clients, page, more }: ClientLinksProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {clients.map(({ clientId, name }) => (
        <li key={clientId} className="break-words">
          <a href={clientPath(clientId, page)} className="underline underline-offset-4">
            {name}
          </a>
        </li>
      ))}
      {more !== null && <li className="text-muted-foreground">{more}</li>}
    </ul>
  );
}
