import { ImageUp } from 'lucide-react'
import { useId, useState } from 'react'

import { pickImages } from '../../lib/import/pick-images.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { LookRowsProps } from './demo-section.tsx'
import { Row, valueClass } from './inspector-rows.tsx'
import { uploadFailure } from './upload-failure.ts'

/** The picture behind the demo. */
export function BackgroundImageRow({ look, onPatch, demoId }: LookRowsProps & { readonly demoId: string }) {
  const id = useId()
  const [isBusy, setIsBusy] = useState(false)

  async function pick(): Promise<void> {
    const [file] = await pickImages(true)
    if (file === undefined) return
    setIsBusy(true)
    try {
      const { uploadPicture } = await import('../../lib/import/upload-picture.ts')
      const { path } = await uploadPicture(file, demoId)
      onPatch({ backgroundImage: path })
    } catch (error) {
      showToast({ text: uploadFailure('The image was not added.', error), tone: 'danger' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Row label="Image" id={id}>
      <button
        type="button"
        aria-labelledby={`${id} ${id}-state`}
        disabled={isBusy}
        className={`${valueClass} flex items-center justify-between text-left`}
        onClick={() => void pick()}
      >
        <span id={`${id}-state`} className={look.backgroundImage === null ? 'text-muted' : ''}>
          {isBusy ? 'Uploading…' : look.backgroundImage === null ? 'Choose image' : 'Replace image'}
        </span>
        <ImageUp size={14} aria-hidden className="text-muted" />
      </button>
    </Row>
  )
}
