import { CopyPlus, Images, Plus } from 'lucide-react'

import type { Step } from '#domain/demo.ts'

import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

export interface AddStepMenuProps {
  /** The selected one, to be duplicated. */
  readonly step: Step | undefined
  readonly onPick: () => void
  readonly onDuplicate: (step: Step) => void
}

export function AddStepMenu({ step, onPick, onDuplicate }: AddStepMenuProps) {
  return (
    <Menu
      trigger={<Button icon={<Plus size={16} aria-hidden />}>Add Step</Button>}
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
