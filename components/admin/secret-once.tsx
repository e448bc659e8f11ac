import { texts as clientTexts } from '#lib/admin/clients/texts';
import { Copied } from './copied';
import { Moment } from './moment';

type SecretOnceProps = {
  readonly secret: string;
  /** ISO 8601. If absent, the secret never expires. */
  readonly expiresAt: string | undefined;
};

/** A new secret. It is shown only once. */
export function SecretOnce({ secret, expiresAt }: SecretOnceProps) {
  const { label, onceText, expiry, neverExpires } = clientTexts.secret;
  return (
    <div className="grid gap-1">
      <Copied label={label} value={secret} />
      <p role="status" className="text-muted-foreground text-sm">
        {onceText}{' '}
        {expiresAt === undefined ? (
          neverExpires
        ) : (
          <>
            {expiry} <Moment full at={new Date(expiresAt)} />
          </>
        )}
      </p>
    </div>
  );
}
