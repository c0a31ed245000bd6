import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { LandingPage } from './pages/landing-page.tsx'

/**
 * Brings the landing page to life as the build rendered it, and clicks again what was clicked before. No router, no
 * queries, no backend client.
 */
export function takeOverLanding(root: HTMLElement, clicked: HTMLElement | null): void {
  const page = (
    <StrictMode>
      <LandingPage />
    </StrictMode>
  )
  if (root.firstElementChild === null) createRoot(root).render(page)
  else hydrateRoot(root, page)
  clicked?.click()
}
