import { CircleDot, Images, Plus } from 'lucide-react'

import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { Extension } from '../../lib/use-extension.ts'

export interface NewDemoMenuProps {
  readonly extension: Pick<Extension, 'state' | 'isPaired'>
  readonly onRecord: () => void
  readonly onPick: () => void
}

export function NewDemoMenu({ extension, onRecord, onPick }: NewDemoMenuProps) {
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
          hint: recordHint(extension),
          icon: <CircleDot size={16} aria-hidden />,
          disabled: !extension.isPaired,
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

function recordHint({ state, isPaired }: NewDemoMenuProps['extension']): string {
  if (isPaired) return 'Click through your app; every click is a step'
  return state === 'installed' ? 'Pair the extension first' : 'Install the extension first'
}
