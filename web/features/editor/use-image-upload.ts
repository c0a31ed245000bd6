import { useState } from 'react'

import { pickImages } from '../../lib/import/pick-images.ts'
import { showToast } from '../../ui/toast-store.ts'
import { uploadFailure } from './upload-failure.ts'

/** Lets the author pick an image, uploads it for the demo, and passes on its path in the bucket. */
export function useImageUpload(demoId: string, onUploaded: (path: string) => void) {
  const [isBusy, setIsBusy] = useState(false)

  async function upload(): Promise<void> {
    const [file] = await pickImages(true)
    if (file === undefined) return
    setIsBusy(true)
    try {
      const { uploadPicture } = await import('../../lib/import/upload-picture.ts')
      const { path } = await uploadPicture(file, demoId)
      onUploaded(path)
    } catch (error) {
      showToast({ text: uploadFailure('The image was not added.', error), tone: 'danger' })
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, upload: () => void upload() }
}
