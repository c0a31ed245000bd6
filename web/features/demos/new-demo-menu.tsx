import { CircleDot, Images, Plus } from 'lucide-react'

import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

export interface NewDemoMenuProps {
  readonly isExtensionInstalled: boolean
  readonly onRecord: () => void
  readonly onPick: () => void
}

export function NewDemoMenu({ isExtensionInstalled, onRecord, onPick }: NewDemoMenuProps) {
  return (
    <Menu
      trigger={
        <Button tone="accent" size="form" icon={<Plus size={16} aria-hidden />}>
          New demo
        </Button>
      }
      entries={[
        {
          key: 'record',
          label: 'Record with the extension',
          hint: isExtensionInstalled ? 'Click through your app; every click is a step' : 'Install the extension first',
          icon: <CircleDot size={16} aria-hidden />,
          disabled: !isExtensionInstalled,
          onSelect: onRecord,
        },
        {
          key: 'images',
          label: 'From images',
          hint: 'Each image becomes a step',
          icon: <Images size={16} aria-hidden />,
          onSelect: onPick,
        },
      ]}
    />
  )
}
