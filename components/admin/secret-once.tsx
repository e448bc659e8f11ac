import { adminTexts } from '#lib/i18n/admin/texts';
import { ClientMoment } from './client-view';
import { Copied } from './copied';

type SecretOnceProps = {
  readonly secret: string;
  /** In ISO 8601; absent: never. */
  readonly expiresAt: string | undefined;
};

/** A secret, the one time it can be read. */
export function SecretOnce({ secret, expiresAt }: SecretOnceProps) {
  const { label, onceText, expiry, neverExpires } = adminTexts.clients.secret;
  return (
    <div className="grid gap-1">
      <Copied label={label} value={secret} />
      <p role="status" className="text-muted-foreground text-sm">
        {onceText}{' '}
        {expiresAt === undefined ? (
          neverExpires
        ) : (
          <>
            {expiry} <ClientMoment full at={new Date(expiresAt)} />
          </>
        )}
      </p>
    </div>
  );
}
