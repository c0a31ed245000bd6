import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

import { LandingPage } from './pages/landing-page.tsx'

/** The landing page as HTML; it shows the same to everybody, so the build renders it once. */
export function renderLanding(): string {
  return renderToString(
    <StrictMode>
      <LandingPage />
    </StrictMode>,
  )
}
