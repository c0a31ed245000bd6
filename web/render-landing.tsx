import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

import { LandingPage } from './pages/landing-page.tsx'

/** The landing page as HTML. It is the same for everybody, so the build renders it once. */
export function renderLanding(): string {
  return renderToString(
    <StrictMode>
      <LandingPage />
    </StrictMode>,
  )
}
