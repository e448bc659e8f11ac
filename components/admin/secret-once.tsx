import { Notice } from '#components/ui/notice';
import { CopyButton } from './copy-button';

type SecretOnceProps = {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly secret: string;
};

/** A secret, the one time it can be read. */
export function SecretOnce({ title, text, label, secret }: SecretOnceProps) {
  return (
    <Notice tone="good" role="status" title={title}>
      <p>{text}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <label className="grid min-w-0 flex-1 gap-1">
          <span className="text-xs">{label}</span>
          <input
            readOnly
            name="shown-once"
            value={secret}
            dir="ltr"
            className="w-full min-w-0 rounded-lg border border-input bg-card px-3 py-2 font-mono text-sm"
          />
        </label>
        <CopyButton text={secret} label={label} />
      </div>
    </Notice>
  );
}
