import type { ReactNode } from 'react'

interface CurtainProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
  readonly logoUrl?: string | null
  readonly isFocused?: boolean
}

/** The panel of the cover and the ending, over the left of the picture, or at the bottom on phones. */
export function Curtain({ title, text, children, logoUrl = null, isFocused = false }: CurtainProps) {
  return (
    <section
      className="us-curtain"
      aria-label={title}
      tabIndex={-1}
      ref={(element) => {
        if (isFocused && element !== null && !element.contains(document.activeElement)) element.focus()
      }}
    >
      <div className="us-curtain-words">
        {logoUrl !== null && <img className="us-curtain-logo" src={logoUrl} alt="" decoding="async" />}
        <h2 className={title.length > 60 ? 'us-curtain-long' : undefined}>{title}</h2>
        {text !== '' && <p className="us-curtain-text">{text}</p>}
        {children}
      </div>
    </section>
  )
}
