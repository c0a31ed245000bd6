import type { ReactNode } from 'react'

interface TitlePanelProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
  readonly logoUrl?: string | null
  readonly isFocused?: boolean
}

/**
 * The panel with title, text and buttons of the cover and the ending: over the left of the picture, or at the bottom on
 * phones.
 */
export function TitlePanel({ title, text, children, logoUrl = null, isFocused = false }: TitlePanelProps) {
  return (
    <section
      className="us-title-panel"
      aria-label={title}
      tabIndex={-1}
      ref={(element) => {
        if (isFocused && element !== null && !element.contains(document.activeElement)) element.focus()
      }}
    >
      <div className="us-title-panel-words">
        {logoUrl !== null && <img className="us-title-panel-logo" src={logoUrl} alt="" decoding="async" />}
        <h2 className={title.length > 60 ? 'us-title-panel-long' : undefined}>{title}</h2>
        {text !== '' && <p className="us-title-panel-text">{text}</p>}
        {children}
      </div>
    </section>
  )
}
