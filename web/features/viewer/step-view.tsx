import { ChevronLeft, ChevronRight } from 'lucide-react'

import { IconButton } from '../../ui/icon-button.tsx'
import { StepPicture, type StepPictureProps } from './step-picture.tsx'

export interface StepViewProps extends StepPictureProps {
  /** The presenter's stage is black in either theme. */
  readonly isOnBlack?: boolean
}

/** One step with the arrows at its sides. */
export function StepView({ isOnBlack = false, ...picture }: StepViewProps) {
  const { steps, index, onMove } = picture
  const arrow = isOnBlack ? 'text-white/70 enabled:hover:bg-white/15 enabled:hover:text-white' : ''

  return (
    <div className="flex min-w-0 items-center gap-1 max-sm:flex-wrap max-sm:justify-between sm:gap-3">
      <IconButton
        label="Previous step"
        shortcut="←"
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
        className={arrow}
      >
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      {/* Phones have no room beside the picture. */}
      <div className="min-w-0 flex-1 max-sm:order-first max-sm:basis-full">
        <StepPicture {...picture} />
      </div>
      <IconButton
        label="Next step"
        shortcut="→"
        disabled={index === steps.length - 1}
        onClick={() => onMove(index + 1)}
        className={arrow}
      >
        <ChevronRight size={20} aria-hidden />
      </IconButton>
    </div>
  )
}
