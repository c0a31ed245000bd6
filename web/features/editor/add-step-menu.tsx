import { CopyPlus, Images, Plus } from 'lucide-react'

import type { Step } from '#domain/demo.ts'

import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

/** Classes of the step strip's buttons. */
export const stripButtonClass = 'h-7.5! justify-start px-2! text-soft max-sm:px-1.5! [&>svg]:text-muted'

export interface AddStepMenuProps {
  /** The selected step, which can be duplicated. */
  readonly step: Step | undefined
  readonly onPick: () => void
  readonly onDuplicate: (step: Step) => void
}

export function AddStepMenu({ step, onPick, onDuplicate }: AddStepMenuProps) {
  return (
    <Menu
      align="start"
      trigger={
        <Button tone="quiet" icon={<Plus size={16} aria-hidden />} className={stripButtonClass}>
          Add Step
          <kbd aria-hidden className="ml-auto max-lg:hidden">
            A
          </kbd>
        </Button>
      }
      entries={[
        {
          key: 'images',
          label: 'From images',
          hint: 'Or drop or paste them here',
          icon: <Images size={16} aria-hidden />,
          onSelect: onPick,
        },
        {
          key: 'duplicate',
          label: 'Duplicate selected step',
          icon: <CopyPlus size={16} aria-hidden />,
          disabled: step === undefined,
          onSelect: () => step !== undefined && onDuplicate(step),
        },
      ]}
    />
  )
}
