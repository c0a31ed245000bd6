import { useId, type ReactNode } from 'react'

import { SectionLevel } from '../../ui/settings-section.tsx'
import { SavedState, SaveWords } from './saved-state.tsx'

export interface SettingsPartProps {
  readonly title: string
  readonly children: ReactNode
}

/** A sub-page with its title, saved state and sections. */
export function SettingsPart({ title, children }: SettingsPartProps) {
  const id = useId()
  return (
    <SavedState>
      <SectionLevel value="h3">
        <section aria-labelledby={id} className="max-w-[61rem] px-4 pb-10 md:px-8">
          <SettingsPartHead id={id} title={title} />
          <div>{children}</div>
        </section>
      </SectionLevel>
    </SavedState>
  )
}

export function SettingsPartHead({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <header className="mb-6 flex h-14 items-center justify-between gap-4 border-b border-line md:h-16">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <SaveWords />
    </header>
  )
}
