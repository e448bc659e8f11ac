import { Icon } from '#components/ui/icon';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CopyButton } from '../copy-button';
import { Menu } from './menu';

/** The name of this server, and the two addresses that people need to set up an app. */
export function IssuerMenu({ issuer }: { readonly issuer: string }) {
  const texts = adminTexts.shell.issuer;
  const discovery = `${issuer}/.well-known/openid-configuration`;
  return (
    <Menu
      id="issuer-menu"
      label={texts.label}
      side="start"
      buttonClass="max-lg:hidden text-muted-foreground"
      button={
        <>
          <span className="truncate">{new URL(issuer).host}</span>
          <Icon name="chevron" className="size-3.5" />
        </>
      }
    >
      <dl className="grid gap-3">
        <Address label={texts.issuer} address={issuer} />
        <Address label={texts.discovery} address={discovery} />
      </dl>
      <a href={discovery} className="mt-3 inline-block rounded-sm underline underline-offset-4">
        {texts.open}
      </a>
    </Menu>
  );
}

function Address({ label, address }: { readonly label: string; readonly address: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="flex items-baseline justify-between gap-2">
        <code className="min-w-0 break-all text-[0.8125rem]">{address}</code>
        <CopyButton text={address} label={label} />
      </dd>
    </div>
  );
}
