import { Panel } from '#components/ui/panel';
import { describeApi } from '#lib/admin/scopes/describe-api';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CodeBlock } from '../code-block';

type ForTheApiProps = { readonly resource: string; readonly scopes: readonly string[]; readonly issuer: string };

/** The metadata document and the challenge that an API needs so that programs find this server (RFC 9728). */
export function ForTheApi(api: ForTheApiProps) {
  const { title, help } = adminTexts.scopes.forTheApi;
  const { address, document, challenge } = describeApi(api);
  return (
    <Panel title={title} description={help}>
      <div className="grid min-w-0 gap-3">
        <CodeBlock name={address} code={document} />
        <CodeBlock name="WWW-Authenticate" code={challenge} />
      </div>
    </Panel>
  );
}
