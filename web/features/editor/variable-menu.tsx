import { Braces } from 'lucide-react'

import type { DemoVariable } from '#domain/demo-look.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { barButtonClass } from './bar-button-class.ts'

export interface VariableMenuProps {
  readonly variables: readonly DemoVariable[]
  /** Called with the text to insert. */
  readonly onPick: (text: string) => void
}

/** The demo's variables in a formatting bar, or two common ones if there are none. */
export function VariableMenu({ variables, onPick }: VariableMenuProps) {
  const names = variables.length > 0 ? variables.map(({ name }) => `{{${name}}}`) : usual
  return (
    <Menu
      align="start"
      trigger={
        <IconButton label="Insert variable" className={barButtonClass}>
          <Braces size={16} aria-hidden />
        </IconButton>
      }
      entries={names.map((name) => ({ key: name, label: name, onSelect: () => onPick(name) }))}
    />
  )
}

const usual = ['{{company|there}}', '{{name|you}}']
