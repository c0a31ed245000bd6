import { ImageUp, X } from 'lucide-react'
import { useId } from 'react'

import { isUploadedMedia, type Card } from '#domain/card.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { AddressField } from './cards-address-field.tsx'
import { Row, valueClass } from './inspector-rows.tsx'
import { toolClass } from './step-section.tsx'
import { useImageUpload } from './use-image-upload.ts'

export interface CardMediaRowProps {
  readonly card: Card
  readonly demoId: string
  readonly onChange: (card: Card, typed?: string) => void
}

/** A card's picture or video: uploaded here, or at a URL. */
export function CardMediaRow({ card, demoId, onChange }: CardMediaRowProps) {
  const id = useId()
  const { isBusy, upload } = useImageUpload(demoId, (path) => onChange({ ...card, mediaUrl: path }))

  if (isUploadedMedia(card.mediaUrl)) {
    return (
      <Row label="Media" id={id}>
        <button
          type="button"
          aria-labelledby={`${id} ${id}-state`}
          disabled={isBusy}
          className={`${valueClass} flex items-center justify-between text-left`}
          onClick={upload}
        >
          <span id={`${id}-state`}>{isBusy ? 'Uploading…' : 'Replace image'}</span>
          <ImageUp size={14} aria-hidden className="text-muted" />
        </button>
        <IconButton label="Remove image" className={toolClass} onClick={() => onChange({ ...card, mediaUrl: null })}>
          <X size={14} aria-hidden />
        </IconButton>
      </Row>
    )
  }
  return (
    <div className="flex items-start">
      <div className="min-w-0 flex-1">
        <AddressField
          label="Media"
          kind="media"
          value={card.mediaUrl}
          onChange={(mediaUrl) => onChange({ ...card, mediaUrl }, 'media')}
        />
      </div>
      <IconButton label="Upload image" className={`mt-0.5 ${toolClass}`} disabled={isBusy} onClick={upload}>
        <ImageUp size={14} aria-hidden />
      </IconButton>
    </div>
  )
}
