import type { LucideIcon } from 'lucide-react'
import { createContext, useContext, useEffect, useId, useRef, type ReactNode } from 'react'

import { Button } from './button.tsx'
import { Skeleton } from './skeleton.tsx'

export interface SettingsSectionProps {
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}

/** A settings section: its name on the left, controls on the right. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId()
  const level = useContext(SectionLevel)
  const heading = { id, className: 'text-sm font-semibold', children: title }
  return (
    <section id={sectionId(title)} aria-labelledby={id} className={`${sectionClass} scroll-mt-6`}>
      <div>
        {level === 'h2' ? <h2 {...heading} /> : <h3 {...heading} />}
        {text === undefined ? null : <p className="mt-1 max-w-prose text-xs text-muted">{text}</p>}
      </div>
      <div className={`${fieldsClass} max-w-2xl`}>{children}</div>
    </section>
  )
}

export interface ConnectionSectionProps extends SettingsSectionProps {
  readonly icon: LucideIcon
  readonly text: string
  /** The state and its button, beside the name. */
  readonly aside?: ReactNode
}

/** Something the workspace connects to, as one row; its form, if open, is below. */
export function ConnectionSection({ icon: Icon, title, text, aside, children }: ConnectionSectionProps) {
  const id = useId()
  return (
    <section
      id={sectionId(title)}
      aria-labelledby={id}
      className="scroll-mt-6 border-t border-line py-4 first:border-t-0 first:pt-0"
    >
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-sunken text-muted">
          <Icon size={16} aria-hidden />
        </span>
        <div className="min-w-48 flex-1">
          <h3 id={id} className="text-sm font-semibold">
            {title}
          </h3>
          <p className="text-xs text-muted">{text}</p>
        </div>
        <div className="empty:hidden max-sm:w-full max-sm:pt-1.5 max-sm:pl-12">{aside}</div>
      </div>
      <div className={`${fieldsClass} mt-4 empty:hidden sm:ml-12`}>{children}</div>
    </section>
  )
}

/** A section's fragment id, for links on the page. */
export function sectionId(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
}

const fieldsClass =
  'flex min-w-0 flex-col gap-4 [--field-height:2rem] [--field-text:0.8125rem] [&_form>button[type=submit]]:w-auto [&_form>button[type=submit]]:self-start'

/** The level of the sections' headings: below a page's title, or below a sub-page's. */
export const SectionLevel = createContext<'h2' | 'h3'>('h2')

export function SettingsSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label}>
      {[0, 1, 2].map((section) => (
        <div key={section} className={sectionClass}>
          <div>
            <Skeleton className="h-6 w-32" />
            <Skeleton className="mt-2 h-4 w-56 max-w-full" />
          </div>
          <div className="max-w-2xl">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-1.5 h-8 pointer-coarse:h-11" />
            <Skeleton className="mt-4 h-8 w-28 pointer-coarse:h-11" />
          </div>
        </div>
      ))}
    </div>
  )
}

const sectionClass =
  'grid gap-x-8 gap-y-3 border-t border-line py-6 first:border-t-0 first:pt-0 lg:grid-cols-[11rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)]'

/** A list of items with buttons, such as sessions or members. Its first line is beside the section's title. */
export function SettingsList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className={settingsListClass}>
      {children}
    </ul>
  )
}

export const settingsListClass = 'divide-y divide-line not-first:border-t not-first:border-line first:-mt-2 last:-mb-2'

export interface SettingsValueProps {
  /** On the button, without a form open. */
  readonly verb: string
  /** The noun in the button's accessible name, such as “Change email”. */
  readonly name: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A value with the button that opens the form for it, below. */
export function SettingsValue({ verb, name, isOpen, onOpenChange, children }: SettingsValueProps) {
  const shown = isOpen ? 'Close' : verb
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The form that had the focus is gone.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <div className="-my-1.5 flex min-h-8 items-center gap-3">
      <div className="flex min-w-0 flex-1 items-center gap-2 wrap-anywhere">{children}</div>
      <Button ref={button} aria-label={`${shown} ${name}`} aria-expanded={isOpen} onClick={() => onOpenChange(!isOpen)}>
        {shown}
      </Button>
    </div>
  )
}

export function SettingsRow(props: {
  readonly icon?: ReactNode
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 py-2">
      {props.icon === undefined ? null : (
        <span className="flex size-7 shrink-0 items-center justify-center text-muted">{props.icon}</span>
      )}
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium break-words">{props.title}</p>
        {props.text === undefined ? null : <p className="text-xs text-muted">{props.text}</p>}
      </div>
      {props.children}
    </li>
  )
}
