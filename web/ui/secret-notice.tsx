import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'
import { useCopy } from './use-copy.ts'

export interface SecretNoticeProps {
  readonly text: string
  readonly label: string
  readonly secret: string
  readonly onClose: () => void
}

/** A secret that is shown once, to copy. */
export function SecretNotice({ text, label, secret, onClose }: SecretNoticeProps) {
  const { isCopied, copy } = useCopy()
  return (
    <Notice tone="success">
      <p>{text}</p>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <TextField label={label} value={secret} readOnly className="min-w-40 flex-1" />
        <Button size="form" onClick={() => void copy(secret)}>
          {isCopied ? 'Copied!' : 'Copy'}
        </Button>
        <Button size="form" tone="quiet" onClick={onClose}>
          Done
        </Button>
      </div>
    </Notice>
  )
}
