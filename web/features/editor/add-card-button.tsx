import { SquarePlus } from 'lucide-react'
import { memo } from 'react'

import { Button } from '../../ui/button.tsx'
import { stripButtonClass } from './add-step-menu.tsx'

export interface AddCardButtonProps {
  readonly isPressed: boolean
  readonly isEnabled: boolean
  readonly onPress: () => void
}

export const AddCardButton = memo(function AddCardButton({ isPressed, isEnabled, onPress }: AddCardButtonProps) {
  return (
    <Button
      tone="quiet"
      icon={<SquarePlus size={16} aria-hidden />}
      aria-pressed={isPressed}
      disabled={!isEnabled}
      className={stripButtonClass}
      onClick={onPress}
    >
      Add Action Card
      <kbd aria-hidden className="ml-auto max-lg:hidden">
        C
      </kbd>
    </Button>
  )
})
