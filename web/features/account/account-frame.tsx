import { Building2, Database, LockKeyhole, MonitorSmartphone, Palette, UserRound, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { sectionId } from '../../ui/settings-section.tsx'

const places: readonly (readonly [label: string, section: string, icon: LucideIcon])[] = [
  ['Profile', 'Profile', UserRound],
  ['Workspaces', 'Workspaces', Building2],
  ['Password', 'Password', LockKeyhole],
  ['Sessions', 'Active sessions', MonitorSmartphone],
  ['Appearance', 'Appearance', Palette],
  ['Your data', 'Your data', Database],
]

export interface AccountFrameProps {
  /** Whether the sections have loaded. */
  readonly hasLists: boolean
  readonly children: ReactNode
}

/** The same frame as the settings: a list on the left with links to the sections beside it. */
export function AccountFrame({ hasLists, children }: AccountFrameProps) {
  return (
    <div className="md:flex md:min-h-(--sheet-height)">
      <aside className="shrink-0 px-4 pt-4 md:sticky md:top-(--sheet-top) md:h-(--sheet-height) md:w-[190px] md:border-r md:border-line md:px-3 md:py-4">
        <h1 className="text-base font-semibold md:px-2">Account</h1>
        <nav aria-label="Account" className="mt-3 max-md:hidden">
          <ul className="flex flex-col gap-px">
            {places.map(([label, section, Icon]) => (
              <li key={label}>
                <a
                  href={`#${sectionId(section)}`}
                  onClick={(event) => {
                    event.preventDefault()
                    const place = document.getElementById(sectionId(section))
                    place?.scrollIntoView({ behavior: 'smooth' })
                    place?.querySelector<HTMLElement>('a, button, input, select')?.focus({ preventScroll: true })
                  }}
                  aria-disabled={!hasLists || undefined}
                  className="flex h-7.5 items-center gap-2.5 rounded-control px-2 font-medium text-soft hover:bg-hover"
                >
                  <Icon size={16} aria-hidden />
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <div className="max-w-[61rem] min-w-0 flex-1 px-4 pt-5 pb-10 md:px-8 md:pt-6">{children}</div>
    </div>
  )
}
