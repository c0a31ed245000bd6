import { ImageUp } from 'lucide-react'
import { useId } from 'react'

import type { LookRowsProps } from './demo-section.tsx'
import { Row, valueClass } from './inspector-rows.tsx'
import { useImageUpload } from './use-image-upload.ts'

/** The picture behind the demo. */
export function BackgroundImageRow({ look, onPatch, demoId }: LookRowsProps & { readonly demoId: string }) {
  const id = useId()
  const { isBusy, upload } = useImageUpload(demoId, (path) => onPatch({ backgroundImage: path }))

  return (
    <Row label="Image" id={id}>
      <button
        type="button"
        aria-labelledby={`${id} ${id}-state`}
        disabled={isBusy}
        className={`${valueClass} flex items-center justify-between text-left`}
        onClick={upload}
      >
        <span id={`${id}-state`} className={look.backgroundImage === null ? 'text-muted' : ''}>
          {isBusy ? 'Uploading…' : look.backgroundImage === null ? 'Choose image' : 'Replace image'}
        </span>
        <ImageUp size={14} aria-hidden className="text-muted" />
      </button>
    </Row>
  )
}
