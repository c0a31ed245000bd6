import { Tabs } from '@base-ui/react/tabs'
import { createContext, useState, type ReactNode } from 'react'

export interface TabbedProps {
  readonly label: string
  readonly tabs: readonly {
    readonly value: string
    readonly label: string
    /** Beside the label. */
    readonly count?: number | undefined
    readonly content: ReactNode
  }[]
}

/** Opens another tab from inside a tab. */
export const OpenTab = createContext<(value: string) => void>(() => undefined)

/** Tabs over content that fills the rest of its column. */
export function Tabbed({ label, tabs }: TabbedProps) {
  const [value, setValue] = useState(tabs[0]?.value)
  return (
    <Tabs.Root value={value} onValueChange={(next) => setValue(String(next))} className="flex min-h-0 flex-1 flex-col">
      <Tabs.List aria-label={label} activateOnFocus className="flex shrink-0 gap-5 border-b border-line px-4 sm:px-6">
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            className="relative inline-flex h-10 items-center gap-1.5 font-medium text-muted transition-colors duration-[120ms] after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 hover:text-text data-active:text-text data-active:after:bg-text pointer-coarse:h-11"
          >
            {tab.label}
            {tab.count === undefined || tab.count === 0 ? null : (
              <span className="font-normal text-muted tabular-nums">{tab.count}</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <OpenTab value={setValue}>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab.value} value={tab.value} className="min-h-0 flex-1 -outline-offset-2">
            {tab.content}
          </Tabs.Panel>
        ))}
      </OpenTab>
    </Tabs.Root>
  )
}
