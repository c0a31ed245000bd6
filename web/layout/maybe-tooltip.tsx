import type { ReactNode } from 'react'

import { Tooltip } from '../ui/tooltip.tsx'

interface MaybeTooltipProps {
  readonly text: string
  readonly isOn: boolean
  readonly children: ReactNode
}

/** The name of an entry that is shown only as an icon. */
export function MaybeTooltip({ text, isOn, children }: MaybeTooltipProps) {
  if (!isOn) return children
  return (
    <Tooltip text={text} side="right">
      <span className="block">{children}</span>
    </Tooltip>
  )
}
