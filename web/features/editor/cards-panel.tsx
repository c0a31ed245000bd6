import { Info, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'

import { cardNames, cardTypes, type CardType } from '#domain/card.ts'

import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CardPreview } from './cards-preview.tsx'

export interface CardsPanelProps {
  readonly onUse: (type: CardType) => void
  readonly onClose: () => void
}

/** Spec §2 "Add Card panel": the five types, each with a description behind an info toggle. */
export function CardsPanel({ onUse, onClose }: CardsPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-label="Add Card"
      className="border-b border-line px-4 pt-3 pb-1.5"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="flex items-center justify-between">
        <h2 ref={heading} tabIndex={-1} className="text-sm font-semibold outline-none">
          Add Card
        </h2>
        <IconButton label="Close card panel" className="-my-1 -mr-2" onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <ul className="mt-1.5 divide-y divide-line">
        {cardTypes.map((type) => (
          <CardChoice key={type} type={type} onUse={() => onUse(type)} />
        ))}
      </ul>
    </section>
  )
}

function CardChoice({ type, onUse }: { readonly type: CardType; readonly onUse: () => void }) {
  const [isAboutShown, setIsAboutShown] = useState(false)
  const id = useId()
  const { name, about } = cardNames[type]
  return (
    <li className="py-1">
      <div className="flex items-center gap-2">
        <CardPreview type={type} />
        <h3 id={id} className="min-w-0 flex-1 text-sm font-medium">
          {name}
        </h3>
        <IconButton
          label={`About the ${name}`}
          aria-expanded={isAboutShown}
          aria-controls={`${id}-about`}
          className="-mx-1.5"
          onClick={() => setIsAboutShown(!isAboutShown)}
        >
          <Info size={16} aria-hidden />
        </IconButton>
        <Button className="px-2! text-xs!" aria-describedby={id} onClick={onUse}>
          Use This Card
        </Button>
      </div>
      <p id={`${id}-about`} hidden={!isAboutShown} className="pt-1 pb-1.5 pl-13 text-sm text-muted">
        {about}
      </p>
    </li>
  )
}
