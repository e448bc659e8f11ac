import { Facts } from '#components/ui/facts';
import { Notice } from '#components/ui/notice';
import type { Discovery } from '#lib/admin/providers/discover';
import { adminTexts } from '#lib/i18n/admin/texts';

/** The metadata of an issuer, or the reason why it could not be read. */
export function DiscoveryView({ discovery }: { readonly discovery: Discovery }) {
  const texts = adminTexts.providers.discovery;
  if (!('metadata' in discovery)) {
    const problems: Readonly<Record<string, string>> = texts.problems;
    return (
      <Notice tone="bad" role="alert" title={texts.failed}>
        <p>{problems[discovery.problem] ?? texts.problems.other}</p>
        <p className="pt-1 text-xs">
          {texts.reason}: <code className="break-all">{discovery.reason}</code>
        </p>
      </Notice>
    );
  }
  const { metadata } = discovery;
  const { facts } = texts;
  return (
    <div className="grid gap-4">
      <Notice tone="good" role="status" title={texts.found} />
      <Facts
        facts={[
          [facts.issuer, <Address key="i" text={metadata.issuer} />],
          [facts.authorization, <Address key="a" text={metadata.authorization_endpoint} />],
          [facts.token, <Address key="t" text={metadata.token_endpoint} />],
          [facts.userinfo, <Address key="u" text={metadata.userinfo_endpoint} />],
          [facts.keys, <Address key="k" text={metadata.jwks_uri} />],
          [facts.signOut, <Address key="s" text={metadata.end_session_endpoint} />],
          [facts.methods, metadata.token_endpoint_auth_methods_supported?.join(', ')],
          [facts.algorithms, metadata.id_token_signing_alg_values_supported?.join(', ')],
        ]}
      />
    </div>
  );
}

function Address({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return adminTexts.providers.discovery.facts.none;
  return (
    <code className="break-all text-xs" dir="ltr">
      {text}
    </code>
  );
}
