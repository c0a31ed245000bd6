import { CopyPlus, Images, Plus } from 'lucide-react'

import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

export interface AddStepMenuProps {
  readonly canDuplicate: boolean
  readonly onPick: () => void
  readonly onDuplicate: () => void
}

export function AddStepMenu({ canDuplicate, onPick, onDuplicate }: AddStepMenuProps) {
  return (
    <Menu
      trigger={<Button icon={<Plus size={16} aria-hidden />}>Add Step</Button>}
      entries={[
        {
          key: 'images',
          label: 'From images',
          hint: 'Or drop or paste them on this page',
          icon: <Images size={16} aria-hidden />,
          onSelect: onPick,
        },
        {
          key: 'duplicate',
          label: 'Duplicate the selected step',
          icon: <CopyPlus size={16} aria-hidden />,
          disabled: !canDuplicate,
          onSelect: onDuplicate,
        },
      ]}
    />
  )
}
